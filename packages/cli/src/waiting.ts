import type { Terminal } from './terminal';

/** Shows that a person has to wait, and for how long already. To a program it writes nothing. */
export async function waiting<T>({ err, isInteractive }: Terminal, what: string, work: Promise<T>): Promise<T> {
  if (!isInteractive) return work;
  const began = performance.now();
  const show = () => err(`\r${what} … ${Math.round((performance.now() - began) / 1_000)} s`);
  show();
  const timer = setInterval(show, 1_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    err('\r\u001b[K'); // clears the line
  }
}
