import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findProcess } from '@topup/embedded';
import { COMPILE_QUICKLY, eventually } from '@topup/testkit';

const PROGRAM = path.resolve(__dirname, '../../../apps/local/dist/main.js');
const READY_WITHIN_MS = 60_000; // the first start creates a database

/** A process. The system can reuse its id; id and start time together are unique. */
export type Running = { name: string; pid: number; started: string };

/** The service that `npm start` runs, with its own data directory. */
export type LocalService = {
  /** Its output so far. */
  readonly lines: readonly string[];
  /** The launcher, the services that it started, and Postgres. */
  readonly processes: Running[];
  /** As if the reader of its output had ended, which Ctrl-C also reaches: `npm start 2>&1 | tee log`. */
  closeOutput(): void;
  /** Ctrl-C: it comes from the terminal and, a moment later, from npm. Fulfilled with the exit code. */
  interrupt(): Promise<number | null>;
  /**
   * SIGKILL to all `processes`, the launcher first, because it would restart the others. Fulfilled when all are gone.
   */
  killAll(): Promise<void>;
};

/** Starts it with `settings` only, and waits for `ready`. @throws with its output when it ends before that */
export async function startLocal(
  dataDir: string,
  settings: Record<string, string>,
  program: string[] = [PROGRAM],
): Promise<LocalService> {
  const launcher = spawn(process.execPath, [COMPILE_QUICKLY, ...program], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', ...settings, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [launcher.stdout, launcher.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  const watch = interruptWithUs(launcher.pid ?? 0);
  let gone = false;
  const exited = new Promise<number | null>((resolve) => {
    launcher.once('exit', (code) => {
      gone = true;
      watch.release();
      resolve(code);
    });
  });

  await eventually(
    () => gone || lines.includes('ready'),
    (over) => over,
    READY_WITHIN_MS,
  ).catch(() => {
    launcher.kill('SIGINT');
    return exited;
  });
  if (gone) throw new Error(`it ended before it was ready:\n${lines.join('\n')}`);
  const processes = [
    running('launcher', launcher.pid ?? 0),
    ...servicesOf(dataDir),
    running('postgres', postgresOf(dataDir)),
  ];
  return {
    lines,
    processes,
    closeOutput: () => {
      launcher.stdout.destroy();
      launcher.stderr.destroy();
    },
    interrupt: async () => {
      launcher.kill('SIGINT');
      await eventually(
        () => lines.some((line) => line.startsWith('stopping')),
        (stopping) => stopping || gone,
      );
      launcher.kill('SIGINT');
      return exited;
    },
    killAll: async () => {
      for (const { pid } of processes.filter(isAlive)) process.kill(pid, 'SIGKILL');
      await eventually(
        () => processes.filter(isAlive),
        (left) => left.length === 0,
      );
    },
  };
}

export const isAlive = ({ pid, started }: Running): boolean => findProcess(pid)?.started === started;

function running(name: string, pid: number): Running {
  return { name, pid, started: findProcess(pid)?.started ?? 'not running' };
}

/** From the file that the launcher writes for the case of its own death. */
function servicesOf(dataDir: string): Running[] {
  return JSON.parse(readFileSync(path.join(dataDir, 'run/processes.json'), 'utf8'));
}

function postgresOf(dataDir: string): number {
  return Number.parseInt(readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);
}

const GUARDIAN = "process.stdin.resume().once('close', () => process.kill(Number(process.argv[1]), 'SIGINT'))";

/** Stops the launcher, and so all that it started, when this process ends in any way before `release`. */
function interruptWithUs(pid: number): { release(): void } {
  const guardian = spawn(process.execPath, ['-e', GUARDIAN, String(pid)], {
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guardian.unref();
  return { release: () => void guardian.kill('SIGKILL') };
}
