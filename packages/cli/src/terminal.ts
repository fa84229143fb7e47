import { createInterface } from 'node:readline/promises';
import { addAbortSignal, Writable } from 'node:stream';

/** The input and output of a command. */
export type Terminal = {
  env: NodeJS.ProcessEnv;
  /** Results, on standard output. */
  out(text: string): void;
  /** Progress, questions and errors for people, on standard error. */
  err(text: string): void;
  /** Whether a person sees what is written and can answer. */
  isInteractive: boolean;
  /** Asks a person. `hidden`: what they type is not shown. */
  ask(question: string, options?: { hidden?: boolean }): Promise<string>;
  /** All of standard input. */
  readInput(): Promise<Buffer>;
  /** Aborted when the person interrupts or nobody reads any more, with an error that says so. */
  interrupted: AbortSignal;
};

/** Work that ends well when it is interrupted, because nothing else ends it. */
export async function untilInterrupted({ interrupted }: Pick<Terminal, 'interrupted'>, work: Promise<void>) {
  try {
    await work;
  } catch (error) {
    if (!interrupted.aborted) throw error;
  }
}

export function systemTerminal(): Terminal {
  const interrupt = new AbortController();
  const stop = () => interrupt.abort(new Error('Interrupted.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.once('SIGHUP', stop);
  process.stdout.on('error', stop); // `topup logs tail | head`: nobody reads any more
  return {
    // biome-ignore lint/style/noProcessEnv: the one place where this program reads it
    env: process.env,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    interrupted: interrupt.signal,
    async ask(question, { hidden = false } = {}) {
      process.stderr.write(question);
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
      const lines = createInterface({ input: process.stdin, output: hidden ? silent : process.stderr, terminal: true });
      // Ctrl-C and Ctrl-D end the input, and the question would wait until the process has ended, with 0
      lines.once('close', stop);
      try {
        return await lines.question('', { signal: interrupt.signal });
      } finally {
        lines.off('close', stop);
        lines.close();
        if (hidden) process.stderr.write('\n');
      }
    },
    async readInput() {
      const chunks: Buffer[] = [];
      for await (const chunk of addAbortSignal(interrupt.signal, process.stdin)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}
