/** Whether a text stays on one line and PostgreSQL takes it: whole Unicode, without a control character such as NUL. */
export const isOneLine = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);
