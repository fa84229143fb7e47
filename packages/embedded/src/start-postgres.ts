import { findBinaries } from './binaries';
import { ensureCluster, OWNER } from './cluster';
import { guard } from './guard';
import { clearLeftovers } from './leftover';
import { claimHome } from './owner-lock';
import { choosePlace } from './place';
import { launch } from './server';

export type PostgresOptions = {
  /** Where the database is kept from one start to the next. Made when absent. */
  dataDir: string;
  /** On 127.0.0.1. Default: any that is free. */
  port?: number;
  /** Default 100. */
  maxConnections?: number;
  /** For tests: when this process ends without `stop`, the server is shut down and the database deleted. Without it the next start clears up. */
  dieWithParent?: boolean;
  /** Told, in a few words each, what takes long or is not where one would look for it. */
  say?: (text: string) => void;
};

export type RunningPostgres = {
  /** Connection URL of the superuser, password included: never log it. */
  url: string;
  port: number;
  pid: number;
  /** The directory that holds the cluster, its password and its log: `dataDir`, or what stands in for it. */
  home: string;
  /** Fulfilled when the server process has ended, for whatever reason. */
  exited: Promise<void>;
  /** Fast shutdown; fulfilled when the server has ended. */
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL that npm installed, on 127.0.0.1, with the database `topup` in `dataDir`, and waits until it accepts connections.
 * Works as root too (the server then runs as another user), and after any earlier run was killed at any point.
 * @throws when there is no Postgres for this platform, when another live process uses `dataDir`, or with the end of the log when the server does not come up
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { dataDir, port, maxConnections = 100, dieWithParent = false, say = () => undefined } = options;
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
    const server = await launch({ place, bin, port, maxConnections, spawned });
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
