import { createInterface } from 'node:readline/promises';

/** Puts the question to a person; true only if they type yes. Ctrl-C, Ctrl-D and an input that ends mean no. */
export async function ask(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  const terminal = createInterface({ input, output });
  const closed = new AbortController();
  terminal.once('close', () => closed.abort());
  const answer = await terminal.question(`${question} [y/N] `, { signal: closed.signal }).catch(() => {
    output.write('\n');
    return '';
  });
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
