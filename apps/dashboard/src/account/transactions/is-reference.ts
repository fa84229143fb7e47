/** PostgreSQL takes no NUL in a text, and no reference has another control character. */
export const isReference = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);
