import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { guard } from '@topup/embedded';
import { COMPILE_QUICKLY } from './compile-quickly';

/** A start takes 1 s, and 20 s on a busy machine. */
const ANNOUNCED_WITHIN_MS = 60_000;
/** This clone. */
export const ROOT = path.resolve(__dirname, '../../../..');

/** One JSON line of a service's log. */
export type LogEntry = { level: string; message: string; [field: string]: unknown };

/** One of our programs as a process. It dies with this one, however this one dies. */
export type ServiceProcess = {
  readonly name: string;
  readonly pid: number;
  /** Its output so far, of both streams. */
  readonly lines: readonly string[];
  /** The log entries among them, or those with exactly this message. */
  logs(message?: string): LogEntry[];
  /** SIGTERM, even when paused. Fulfilled with the exit code at its end; null when a signal ended it. */
  stop(): Promise<number | null>;
  /** SIGKILL. Fulfilled when the process has ended. */
  kill(): Promise<void>;
  /** SIGSTOP: it keeps its connections and does nothing until `resume`. */
  pause(): void;
  resume(): void;
  /** As if the reader of its log had ended: what it writes fails from now on. */
  closeOutput(): void;
  /** How it ended without `stop` or `kill`; undefined when it runs, or one of them ended it. */
  unbidden(): string | undefined;
};

/**
 * Starts `apps/<name>/dist/main.js` (compile it first) with `environment` only, without a developer's settings. `root`:
 * of a clone, by default this one.
 * @throws with its output when no line is recognised by `announces` within a minute
 */
export async function launch<T>(
  name: string,
  environment: Record<string, string>,
  announces: (line: string) => T | undefined,
  root = ROOT,
): Promise<ServiceProcess & { announced: T }> {
  const child = spawn(process.execPath, [COMPILE_QUICKLY, path.join(root, 'apps', name, 'dist/main.js')], {
    cwd: root,
    // DATA_DIR: the default directory can contain the runtime.json of a developer's `npm start`
    env: { NODE_ENV: 'production', DATA_DIR: '/nonexistent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${name} could not be started`);
  const watch = guard(pid, 'SIGKILL');
  let bidden = false;
  let ended: string | undefined;
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code, signal) => {
      watch.release();
      ended = `${name} ended with ${code ?? signal}`;
      resolve(code);
    });
  });

  const lines: string[] = [];
  const announced = new Promise<T>((resolve, reject) => {
    const killTimer = setTimeout(() => child.kill('SIGKILL'), ANNOUNCED_WITHIN_MS);
    const read = (line: string) => {
      lines.push(line);
      const found = announces(line);
      if (found === undefined) return;
      clearTimeout(killTimer);
      resolve(found);
    };
    for (const stream of [child.stdout, child.stderr]) eachLine(stream, read);
    void exited.then(() => {
      clearTimeout(killTimer);
      reject(new Error(`${ended} before it was ready:\n${lines.slice(-20).join('\n')}`));
    });
  });

  const end = (signal: NodeJS.Signals) => {
    bidden ||= ended === undefined; // a crash stays a crash, even if it is stopped afterwards
    child.kill(signal);
    child.kill('SIGCONT'); // a stopped process would not handle the SIGTERM
    return exited;
  };
  return {
    name,
    pid,
    lines,
    logs: (message) =>
      lines
        .flatMap((line) => entryIn(line) ?? [])
        .filter((entry) => message === undefined || entry.message === message),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL').then(() => undefined),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    closeOutput: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    unbidden: () => (bidden || ended === undefined ? undefined : `${ended}:\n${lines.slice(-5).join('\n')}`),
    announced: await announced,
  };
}

/** The log entry in a line; undefined when there is none. */
export function entryIn(line: string): LogEntry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function eachLine(stream: Readable, read: (line: string) => void): void {
  createInterface({ input: stream }).on('line', read);
}
