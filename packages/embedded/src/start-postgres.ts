import { spawn } from 'node:child_process';
import { findBinaries } from './binaries';
import { ensureCluster, OWNER } from './cluster';
import { choosePlace } from './place';
import { claimHome, clearLeftovers } from './processes';
import { launch } from './server';

export type PostgresOptions = {
  /** The directory that keeps the database. Created if missing. */
  dataDir: string;
  /** On 127.0.0.1. Default: any free port. */
  port?: number;
  /** Default 100. */
  maxConnections?: number;
  /** More settings of the server, by name. */
  settings?: Readonly<Record<string, string>>;
  /** For tests: if this process ends without `stop`, the server is shut down and the database deleted. */
  dieWithParent?: boolean;
  /** Receives short messages about slow steps and unusual places. */
  say?: (text: string) => void;
};

export type RunningPostgres = {
  /** Connection URL of the superuser, password included: never log it. */
  url: string;
  port: number;
  pid: number;
  /** The directory with the cluster, its password and its log: `dataDir`, or its replacement below /var/lib. */
  home: string;
  /** Fulfilled when the server process has ended, for any reason. */
  exited: Promise<void>;
  /** Fast shutdown; fulfilled when the server has ended. */
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL that npm installed, with the database `topup` in `dataDir`, and waits until it accepts
 * connections. It also works as root (the server then runs as another user) and after an earlier run was killed at any
 * point.
 * @throws Error if this platform has no Postgres, another process uses `dataDir`, or the server does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { dataDir, port, maxConnections = 100, settings = {}, dieWithParent = false, say = () => undefined } = options;
  const place = choosePlace(dataDir, say);
  const claim = claimHome(place.home);
  let watch: { release(): void } | undefined;
  try {
    const bin = await findBinaries(place.home, place.runAs, say);
    await clearLeftovers(place.cluster, say);
    const password = await ensureCluster(place, bin, say);
    const spawned = (pid: number) => {
      watch?.release();
      if (dieWithParent) watch = guard(pid, 'SIGQUIT', [dataDir, place.home]);
    };
    const server = await launch({ place, bin, port, maxConnections, settings, spawned });
    const exited = server.exited.then(() => {
      watch?.release();
      claim.release();
    });
    const stop = () => server.stop().then(() => exited);
    return {
      url: `postgresql://${OWNER}:${password}@127.0.0.1:${server.port}/${OWNER}`,
      port: server.port,
      pid: server.pid,
      home: place.home,
      exited,
      stop,
    };
  } catch (error) {
    watch?.release();
    claim.release();
    throw error;
  }
}

// A shell, because Node costs 50 ms of CPU for each server that a test starts. Its standard input ends when this
// process ends, in whatever way. A server that still runs 10 s after the signal is killed.
const SCRIPT = `
pid=$1 signal=$2; shift 2
while read -r _; do :; done
kill -s "$signal" "$pid" 2>/dev/null
checks=200
while [ $checks -gt 0 ] && kill -0 "$pid" 2>/dev/null; do sleep 0.05; checks=$((checks - 1)); done
kill -s KILL "$pid" 2>/dev/null
rm -rf -- "$@"
`;

/**
 * Ends a server that must not outlive this process: if this process ends without `release` (also by SIGKILL), the
 * server gets `signal` and the paths of `remove` are deleted. Call `release` when the server has ended: its id can be
 * reused.
 */
export function guard(pid: number, signal: 'SIGQUIT' | 'SIGKILL', remove: string[] = []): { release(): void } {
  const guardian = spawn('/bin/sh', ['-c', SCRIPT, 'guard', String(pid), signal.slice('SIG'.length), ...remove], {
    cwd: '/',
    detached: true, // a Ctrl-C on the terminal must not end it before the server
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guardian.unref();
  return { release: () => void guardian.kill('SIGKILL') };
}
