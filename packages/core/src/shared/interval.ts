/** A duration in milliseconds as the text of a PostgreSQL interval. */
export const toInterval = (ms: number): string => `${ms} milliseconds`;
