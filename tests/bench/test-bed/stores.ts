import { type OwnPostgres, startOwnPostgres, startRedis } from '@topup/testkit';
import type { Counted } from '../cpu';

export type Stores = {
  /** URL of a migrated database. */
  databaseUrl: string;
  redisUrl: string;
  /** Their processes, whose CPU is counted. */
  counted: readonly Counted[];
  remove(): Promise<void>;
};

/**
 * Starts a PostgreSQL (fsync and synchronous_commit on) and a Redis. Takes about 4 s. `settings`: of PostgreSQL, by
 * name.
 */
export async function startStores(settings: Readonly<Record<string, string>> = {}): Promise<Stores> {
  const redis = await startRedis();
  let postgres: OwnPostgres;
  try {
    postgres = await startOwnPostgres(settings);
  } catch (error) {
    await redis.stop();
    throw error;
  }
  return {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    counted: [
      { name: 'postgres', pid: postgres.pid, withChildren: true },
      { name: 'redis', pid: redis.pid },
    ],
    remove: async () => {
      await redis.stop();
      await postgres.remove();
    },
  };
}
