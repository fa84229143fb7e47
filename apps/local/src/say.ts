/** One line to the person at the terminal. */
export const say = (text = ''): void => void process.stdout.write(`${text}\n`);
