import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { TopUp, TopUpError } from '@topup/client';

/** A call of a client, as clients/vectors/behaviours.json has it. */
export type Call = {
  method: string;
  args: unknown[];
  /** For this call: `timeoutMs`, `maxRetries`, `respondAsync`, `waitSeconds`. */
  options?: Record<string, unknown>;
  /** Wait for the outcome of the purchase. */
  settled?: boolean;
  /** Of a list or of `changes`: the count of rows to take. */
  take?: number;
};

export type Command = { baseUrl: string; apiKey: string; call: Call };

/** How a call ended, and the seconds that the client slept in it. */
export type Said = { resolves?: unknown; rejects?: Record<string, unknown>; waits: number[] };

export type Driver = { drive(command: Command): Promise<Said>; stop(): Promise<void> };

/** Starts a driver that reads one command from each line, and prints one line for it. */
export function startProcess(program: string, file: string): Driver {
  const child = spawn(program, [path.join(__dirname, '../..', file)], { stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  child.stdin.on('error', () => undefined); // the end of the process says why
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const closed = once(child, 'close');
  return {
    async drive(command) {
      child.stdin.write(`${JSON.stringify(command)}\n`);
      const { done, value } = await lines.next();
      if (done) throw new Error(`${program} ${file} ended: ${errors}`);
      return JSON.parse(value);
    },
    async stop() {
      child.stdin.end();
      await closed;
    },
  };
}

/** The TypeScript client, in this process. */
export const startTypeScript = (): Driver => ({ drive: driveTypeScript, stop: async () => undefined });

async function driveTypeScript({ baseUrl, apiKey, call }: Command): Promise<Said> {
  const clock = startClock();
  try {
    const topup = new TopUp({ baseUrl, apiKey, fetch: clock.fetch });
    const end = perform(topup, call).then(
      (resolves) => ({ resolves }),
      (error: unknown) => ({ rejects: factsOf(error) }),
    );
    return { ...(await clock.runUntil(end)), waits: clock.waits };
  } finally {
    clock.stop();
  }
}

// The names come from a file, so the types of the client say nothing about them.
type Answer = Promise<unknown> & AsyncIterable<unknown> & { settled(): Promise<unknown>; cursor?: string | null };
type Methods = Record<string, (...args: unknown[]) => Answer>;

async function perform(topup: TopUp, { method, args, options, settled, take }: Call): Promise<unknown> {
  const answer = (topup as unknown as Methods)[method]?.(...args, ...(options === undefined ? [] : [options]));
  if (answer === undefined) throw new Error(`the client has no ${method}`);
  if (settled) return answer.settled();
  return take === undefined ? answer : await firstRows(answer, take);
}

async function firstRows(list: Answer, take: number) {
  const rows: unknown[] = [];
  for await (const row of list) if (rows.push(row) === take) break;
  return { rows, cursor: list.cursor };
}

function factsOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof TopUpError)) throw error;
  return { ...error, class: error.name, message: error.message };
}

/** A timer of the client. `at`: by its clock. */
type Timer = { at: number; ms: number; run: () => void };

/**
 * Gives the client a clock whose sleeps end at once. The timers of the client are those that the tests see, and the
 * timers of `fetch` and `AbortSignal.timeout` stay real: so no time passes by the clock while a request is under way.
 */
function startClock() {
  const { performance, setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
  const timers = new Set<Timer>();
  const waits: number[] = [];
  let skippedMs = 0;
  let underWay = 0;
  const now = () => performance.now() + skippedMs;
  const setTimeout = (run: () => void, ms: number): Timer => {
    const timer = { at: now() + ms, ms, run };
    timers.add(timer);
    return timer;
  };
  const clearTimeout = (timer: Timer) => timers.delete(timer);
  Object.assign(globalThis, { performance: { now }, setTimeout, clearTimeout });
  const counted = async <T>(action: () => Promise<T>): Promise<T> => {
    underWay += 1;
    try {
      return await action();
    } finally {
      underWay -= 1;
    }
  };
  const fireNext = () => {
    const [next] = [...timers].sort((one, other) => one.at - other.at);
    if (next === undefined) return;
    timers.delete(next);
    skippedMs += Math.max(0, next.at - now());
    waits.push(next.ms / 1_000);
    next.run();
  };
  return {
    waits,
    fetch: ((url, init) =>
      counted(async () => {
        const response = await fetch(url, init);
        const text = response.text.bind(response);
        return Object.defineProperty(response, 'text', { value: () => counted(text) });
      })) as typeof fetch,
    async runUntil<T>(end: Promise<T>): Promise<T> {
      let ended = false;
      const mark = () => {
        ended = true;
      };
      end.then(mark, mark);
      while (!ended) {
        await turn();
        if (underWay === 0 && !ended) fireNext();
      }
      return end;
    },
    stop: () => {
      Object.assign(globalThis, { performance, setTimeout: realSetTimeout, clearTimeout: realClearTimeout });
    },
  };
}
