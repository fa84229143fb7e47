/** Whether an account buys for money or tries things out. A test account is the twin of a live one. */
export const modes = ['live', 'test'] as const;
export type Mode = (typeof modes)[number];
