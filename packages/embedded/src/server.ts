import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './place';
import { SERVER_ENVIRONMENT } from './run-as';

const READY_WITHIN_MS = 120_000; // after a kill, recovery replays the log first
const RETRY_FOR_MS = 15_000;
const LOG_LIMIT_BYTES = 5_000_000;

type Server = { pid: number; port: number; exited: Promise<void>; stop(): Promise<void> };
type LaunchOptions = {
  place: Place;
  bin: string;
  port: number | undefined;
  maxConnections: number;
  settings: Readonly<Record<string, string>>;
  spawned: (pid: number) => void;
};

/**
 * Starts the server on 127.0.0.1 and waits until it accepts connections.
 * @param options.spawned receives the process id before the server is ready
 * @throws Error with the end of the server's log, if it does not start
 */
export async function launch(options: LaunchOptions): Promise<Server> {
  const deadline = Date.now() + RETRY_FOR_MS;
  for (;;) {
    const port = options.port ?? (await freePort());
    const attempt = begin(options, port);
    if (await attempt.ready()) return { pid: attempt.pid, port, exited: attempt.exited, stop: attempt.stop };
    await attempt.stop();
    const log = attempt.log();
    if (!isTemporary(log, options.port) || Date.now() > deadline)
      throw new Error(`Postgres did not start. The end of its log:\n${log.slice(-2000)}`);
    await sleep(200);
  }
}

// Two failures are temporary: children of a killed server need a moment to end, and the free port can be taken.
function isTemporary(log: string, fixedPort: number | undefined): boolean {
  return (
    log.includes('pre-existing shared memory block') || (fixedPort === undefined && log.includes('could not bind'))
  );
}

function begin(options: LaunchOptions, port: number) {
  const { place, bin, spawned } = options;
  const logFile = path.join(place.home, 'postgres.log');
  const logStart = startLog(logFile);
  const logHandle = openSync(logFile, 'a', 0o600);
  const child = spawn(path.join(bin, 'postgres'), argumentsFor(options, port), {
    ...place.runAs,
    cwd: '/',
    detached: true, // a Ctrl-C on the terminal must not reach the server, which is stopped last
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

// The log must not contain the values of failed statements or violated constraints, such as phone numbers. fsync and
// synchronous_commit keep their default, on.
function argumentsFor({ place, maxConnections, settings: more }: LaunchOptions, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: maxConnections,
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...more,
  };
  return ['-D', place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function startLog(file: string): number {
  if (!existsSync(file)) return 0;
  const { size } = statSync(file);
  if (size < LOG_LIMIT_BYTES) return size;
  renameSync(file, `${file}.old`);
  return 0;
}

// As pg_ctl does: line 1 of the lock file is the process id, line 8 is "ready" once the server accepts connections.
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
    return []; // not written yet, or removed by a server that ends
  }
}

// Fast shutdown: rolls back open transactions and writes everything. After 30 s immediate: the next start recovers.
async function shutDown(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (!isAlive(child)) return;
  child.ref();
  child.kill('SIGINT');
  const killTimer = setTimeout(() => child.kill('SIGQUIT'), 30_000);
  await exited;
  clearTimeout(killTimer);
}

const isAlive = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

/**
 * A TCP port of 127.0.0.1 that is free now. Another program can take it before it is used: be ready to ask again.
 * Systems give outgoing connections ports from 32768 on, so none of them takes the port of a server that restarts.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_768);
  return (await isFree(port)) ? port : freePort();
}

/** Whether no program listens on a TCP port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
