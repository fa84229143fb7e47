import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port';
import type { Place } from './place';
import { SERVER_ENVIRONMENT } from './run-as';

const READY_WITHIN_MS = 120_000; // recovery after a kill replays the log first
const RETRY_FOR_MS = 15_000;
const LOG_LIMIT_BYTES = 5_000_000;

export type Server = { pid: number; port: number; exited: Promise<void>; stop(): Promise<void> };
export type LaunchOptions = {
  place: Place;
  bin: string;
  port: number | undefined;
  maxConnections: number;
  spawned: (pid: number) => void;
};

/**
 * Starts the server on 127.0.0.1 and waits until it accepts connections.
 * @param options.spawned is told the process id at once, before the server is ready
 * @throws with the end of the server's log, when it does not come up
 */
export async function launch(options: LaunchOptions): Promise<Server> {
  const deadline = Date.now() + RETRY_FOR_MS;
  for (;;) {
    const port = options.port ?? (await freePort());
    const attempt = begin(options, port);
    if (await attempt.ready()) return { pid: attempt.pid, port, exited: attempt.exited, stop: attempt.stop };
    await attempt.stop();
    const log = attempt.log();
    if (!passes(log, options.port) || Date.now() > deadline)
      throw new Error(`Postgres did not start. The end of its log:\n${log.slice(-2000)}`);
    await sleep(200);
  }
}

// Two refusals pass by themselves: the children of a killed server take a moment to notice, and somebody may have taken the free port.
function passes(log: string, fixedPort: number | undefined): boolean {
  return (
    log.includes('pre-existing shared memory block') || (fixedPort === undefined && log.includes('could not bind'))
  );
}

function begin({ place, bin, maxConnections, spawned }: LaunchOptions, port: number) {
  const logFile = path.join(place.home, 'postgres.log');
  const logStart = startLog(logFile);
  const logHandle = openSync(logFile, 'a', 0o600);
  const child = spawn(path.join(bin, 'postgres'), argumentsFor(place.cluster, port, maxConnections), {
    ...place.runAs,
    cwd: '/',
    detached: true, // a Ctrl-C on the terminal must reach our processes first: the server is stopped last
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', logHandle, logHandle],
  });
  closeSync(logHandle);
  child.unref();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  const pid = child.pid ?? 0;
  if (pid > 0) spawned(pid);
  return {
    pid,
    exited,
    ready: () => becomesReady(path.join(place.cluster, 'postmaster.pid'), child),
    stop: () => shutDown(child, exited),
    log: () => readFileSync(logFile).subarray(logStart).toString(),
  };
}

// The log must not show what a failed statement or a violated constraint carried: phone numbers, for one. fsync and synchronous_commit keep their default, on.
function argumentsFor(cluster: string, port: number, maxConnections: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: maxConnections,
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function startLog(file: string): number {
  if (!existsSync(file)) return 0;
  const { size } = statSync(file);
  if (size < LOG_LIMIT_BYTES) return size;
  renameSync(file, `${file}.old`);
  return 0;
}

// As pg_ctl does: the server writes its process id on the first line of its lock file, and on the eighth "ready" once it takes connections.
async function becomesReady(lockFile: string, child: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (isAlive(child) && Date.now() < deadline) {
    const lines = readLines(lockFile);
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true;
    await sleep(20);
  }
  return false;
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return []; // not written yet, or removed by a server that gives up
  }
}

// Fast: open transactions are rolled back, then everything is written. After 30 s immediate: the next start recovers from the log.
async function shutDown(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (!isAlive(child)) return;
  child.ref();
  child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 30_000);
  await exited;
  clearTimeout(impatience);
}

const isAlive = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;
