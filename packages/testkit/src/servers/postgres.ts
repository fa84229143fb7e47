import { randomBytes } from 'node:crypto';
import { variable } from './environment';
import { atDatabase, withClient } from './sql';

export type TestDatabase = {
  /** URL of the database, as DATABASE_URL wants it. */
  url: string;
  /** Ends all connections to it and removes it. */
  drop(): Promise<void>;
};

/** A new migrated, empty database; takes 100 to 300 ms. `useDatabase` also drops it. */
export const testDatabase = (): Promise<TestDatabase> => databaseFrom(variable('TOPUP_TEST_TEMPLATE'));

/** A new database without a table. */
export const emptyDatabase = (): Promise<TestDatabase> => databaseFrom('template0');

async function databaseFrom(template: string | undefined): Promise<TestDatabase> {
  const server = variable('TOPUP_TEST_POSTGRES');
  if (server === undefined || template === undefined)
    throw new Error('No test database: run the tests with the global setup (npm test).');
  const name = `topup_test_${randomBytes(8).toString('hex')}`;
  // FILE_COPY takes half of the time of the default, which writes every page to the log
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`));
  return {
    url: atDatabase(server, name),
    drop: () =>
      withClient(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)).then(
        () => undefined,
      ),
  };
}
