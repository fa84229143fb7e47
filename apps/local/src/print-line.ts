/** Prints one line on the terminal. */
export const printLine = (text = ''): void => void process.stdout.write(`${text}\n`);
