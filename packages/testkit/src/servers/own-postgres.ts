import { rmSync } from 'node:fs';
import { type RunningPostgres, startPostgres } from '@topup/embedded';
import { migrate } from './migrate';
import { makeTempDirectory } from './temp-directory';

export type OwnPostgres = {
  /** Connection URL of its migrated database; the same over all restarts. */
  readonly url: string;
  /** The directory that holds its cluster. */
  readonly home: string;
  /** Of the server process that runs now, or ran last. */
  readonly pid: number;
  /** Orderly: clients are cut off, everything is written. */
  stop(): Promise<void>;
  /** As if the machine had died: SIGKILL. Fulfilled when the server process has gone. */
  kill(): Promise<void>;
  /** `pg_ctl stop -m immediate`: nothing is written, and every connection hears that the server crashed. Fulfilled when it has gone. */
  crash(): Promise<void>;
  /** After any of these: the same data on the same port. */
  start(): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
};

/** A Postgres server that the calling test may kill, with a migrated database. Takes about 3 s. It dies with the test process. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = makeTempDirectory();
  const start = (port?: number) =>
    startPostgres({ dataDir, maxConnections: 300, dieWithParent: true, ...(port === undefined ? {} : { port }) });
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
