import type { Db } from '@topup/core/shared';
import { startOwnPostgres } from '../servers/own-postgres';
import { type TestDatabase, testDatabase } from '../servers/postgres';
import { testPool } from './accounts';

/** The database of the tests that called `useDatabase`. Both throw before the first hook has run. */
type DatabaseInUse = {
  /** As DATABASE_URL wants it. */
  readonly url: string;
  /** A pool on it. */
  readonly db: Db;
};

type UseDatabaseOptions = {
  /** Connections of the pool; default 4. */
  max?: number;
  /** A new database for each test. Default: one for the file, or for the `describe` that calls this. */
  eachTest?: boolean;
  /**
   * A server of its own, which takes about 3 s: for tests that count dead rows. On the shared one, the transactions of
   * other tests keep them.
   */
  ownServer?: boolean;
  /** Runs before the database is dropped, for what must be stopped or checked while it still exists. */
  beforeDrop?(database: DatabaseInUse): unknown;
};

/**
 * Registers the hooks that make a migrated, empty database and a pool on it, and drop both at the end.
 * Call it first: Jest runs hooks in the order of their registration, so that later `beforeAll` hooks can use it.
 */
export function useDatabase(options: UseDatabaseOptions = {}): DatabaseInUse {
  const { max = 4, eachTest = false, ownServer = false, beforeDrop } = options;
  let current: { database: TestDatabase; db: Db } | undefined;
  const inUse = () => {
    if (current === undefined) throw new Error('The database exists only while hooks and tests run.');
    return current;
  };
  const database: DatabaseInUse = {
    get url() {
      return inUse().database.url;
    },
    get db() {
      return inUse().db;
    },
  };

  (eachTest ? beforeEach : beforeAll)(async () => {
    const created = await (ownServer ? databaseOfOwnServer() : testDatabase());
    current = { database: created, db: testPool(created.url, max) };
  });
  (eachTest ? afterEach : afterAll)(async () => {
    if (current === undefined) return; // it could not be made, which has failed already
    const { database: created, db } = current;
    try {
      await beforeDrop?.(database);
    } finally {
      current = undefined;
      await db.$disconnect();
      await created.drop();
    }
  });
  return database;
}

async function databaseOfOwnServer(): Promise<TestDatabase> {
  const { url, remove } = await startOwnPostgres();
  return { url, drop: remove };
}
