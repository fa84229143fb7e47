import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { guard } from '@topup/embedded';
import type { Counted } from '../cpu';

const ROOT = path.resolve(__dirname, '../../..');
const BENCH = path.resolve(__dirname, '..');
const READY_WITHIN_MS = 60_000; // on a machine that is busy with other tests

let measuredNode = process.execPath;

/** From now on every api and worker, of each system, runs with this binary of Node. The others run with ours. */
export function measureWith(node: string): void {
  measuredNode = node;
}

/**
 * A process that dies with this one, however this one dies. Its output goes to a file, because reading it would use
 * measured CPU.
 */
export type Program = Counted & {
  /** To exchange messages with. */
  child: ChildProcess;
  /** Ends it. @throws with its last lines of output when it had ended unexpectedly */
  stop(): Promise<void>;
};

/** `directory`: for its output. `running`: contains it while it runs, and after an exit code other than 0. */
export type Launching = { name: string; directory: string; environment: Record<string, string>; running: Set<Program> };

/** Stops all. @throws when one had ended unexpectedly, but only after all are stopped */
export async function stopAll(programs: Iterable<Program>): Promise<void> {
  const ends = await Promise.allSettled([...programs].map((program) => program.stop()));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Starts `apps/<app>/dist/main.js` and waits until `readyUrl` answers 200. */
export async function startService(app: string, readyUrl: string, launching: Launching): Promise<Program> {
  const { program, lastLines, ended } = launch(launching, [path.join(ROOT, 'apps', app, 'dist/main.js')]);
  for (const giveUp = performance.now() + READY_WITHIN_MS; performance.now() < giveUp && !ended(); ) {
    const answer = await fetch(readyUrl).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return program;
    await sleep(30);
  }
  await program.stop().catch(() => undefined);
  throw new Error(`${launching.name} did not become ready:\n${lastLines()}`);
}

/** Starts a program of tests/bench, sends it `task`, and waits for its first message: it is ready. */
export async function startOwn<Message>(
  file: string,
  launching: Launching,
  task?: object,
): Promise<{ program: Program; message: Message }> {
  const { program, lastLines } = launch(launching, ['-r', path.join(BENCH, '../register.cjs'), path.join(BENCH, file)]);
  const { child } = program;
  if (task !== undefined) child.send(task);
  const killTimer = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
  const message = await new Promise<Message>((resolve, reject) => {
    child.once('message', (said) => resolve(said as Message));
    child.once('exit', () => reject(new Error(`${launching.name} ended before it was ready:\n${lastLines()}`)));
  });
  clearTimeout(killTimer);
  return { program, message };
}

function launch({ name, directory, environment, running }: Launching, args: string[]) {
  const file = path.join(directory, `${name}.log`);
  const output = openSync(file, 'a');
  const child = spawn(/^(api|worker)/.test(name) ? measuredNode : process.execPath, args, {
    cwd: ROOT,
    // DATA_DIR: the default directory can contain the runtime.json of a developer's `npm start`
    env: { NODE_ENV: 'production', DATA_DIR: '/nonexistent', ...environment },
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} could not be started`);
  const watch = guard(pid, 'SIGKILL');
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void exited.then(watch.release);
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const lastLines = () => readFileSync(file, 'utf8').split('\n').slice(-15).join('\n');
  const stop = async () => {
    running.delete(program);
    if (ended()) throw new Error(`${name} ended unexpectedly:\n${lastLines()}`);
    child.kill('SIGKILL');
    await exited;
  };
  const program: Program = { name, pid, child, stop };
  running.add(program);
  child.once('exit', (code) => code === 0 && running.delete(program));
  return { program, lastLines, ended };
}
