import { rmSync } from 'node:fs';
import { type RunningPostgres, startPostgres } from '@topup/embedded';
import { migrate } from './migrate';
import { makeTempDirectory } from './temp-directory';

export type OwnPostgres = {
  /** URL of its migrated database, the same after a restart. */
  readonly url: string;
  /** The directory of its cluster. */
  readonly home: string;
  /** Of the current server process, or of the last one. */
  readonly pid: number;
  /** An orderly shutdown: connections are ended and everything is written. */
  stop(): Promise<void>;
  /** SIGKILL, as when the machine dies. Fulfilled when the server process has ended. */
  kill(): Promise<void>;
  /** `pg_ctl stop -m immediate`: nothing is written, and every connection gets the message of a crash. */
  crash(): Promise<void>;
  /** Starts it again with the same data on the same port. */
  start(): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
};

/**
 * A Postgres server that a test may kill, with a migrated database. Takes about 3 s. It dies with the test process.
 * `settings`: of the server, by name.
 */
export async function startOwnPostgres(settings: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
  const dataDir = makeTempDirectory();
  const start = (port?: number) =>
    startPostgres({
      dataDir,
      maxConnections: 300,
      settings,
      dieWithParent: true,
      ...(port === undefined ? {} : { port }),
    });
  let server: RunningPostgres = await start();
  await migrate(server.url);
  return {
    url: server.url,
    home: server.home,
    get pid() {
      return server.pid;
    },
    stop: () => server.stop(),
    kill: () => end(server, 'SIGKILL'),
    crash: () => end(server, 'SIGQUIT'),
    start: async () => {
      server = await start(server.port);
    },
    remove: async () => {
      await server.stop();
      for (const directory of [dataDir, server.home]) rmSync(directory, { recursive: true, force: true });
    },
  };
}

function end({ pid, exited }: RunningPostgres, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, signal);
  return exited;
}
