import { type OwnPostgres, startOwnPostgres, startRedis } from '@topup/testkit';
import type { Counted } from './cpu';

export type Stores = {
  /** Of a migrated database. */
  databaseUrl: string;
  redisUrl: string;
  /** Their processes, as far as they are known. */
  counted: readonly Counted[];
  remove(): Promise<void>;
};

/** A PostgreSQL (fsync and synchronous_commit on) and a Redis of its own. Takes about 4 s. */
export async function startStores(): Promise<Stores> {
  const redis = await startRedis();
  let postgres: OwnPostgres;
  try {
    postgres = await startOwnPostgres();
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
