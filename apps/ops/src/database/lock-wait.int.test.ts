import { eventually, useDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { type LockWait, sendWhenFree } from './lock-wait';
import { applyMigration } from './migration-history';
import { openSession, type Session } from './session';

// A reader with a long snapshot, such as `books verify` or pg_dump, keeps a lock on every table that it has read.

const database = useDatabase({ eachTest: true, max: 1, beforeDrop: () => Promise.all(opened.map((end) => end())) });
const MIGRATION = {
  name: '20990101000000_waits',
  checksum: 'of the test',
  script: 'CREATE TABLE waited ();\nALTER TABLE purchase ADD COLUMN waited integer;\n',
};
let opened: (() => Promise<void>)[];
let session: Session;
let watcher: Session;
let reader: Client;
let buyer: Client;
let readerPid: number;
let said: string[];

beforeEach(async () => {
  [opened, said] = [[], []];
  session = await newSession();
  watcher = await newSession();
  reader = await newClient('books verify');
  buyer = await newClient('buyer');
  readerPid = (await reader.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  await reader.query('BEGIN; SELECT count(*) FROM purchase');
});

async function newSession(): Promise<Session> {
  const created = await openSession(database.url, () => undefined);
  opened.push(() => created.close());
  return created;
}

async function newClient(name: string): Promise<Client> {
  const client = new Client({ connectionString: database.url, application_name: name });
  await client.connect();
  opened.push(() => client.end());
  return client;
}

const say = (line: string) => void said.push(line);
const migrate = (lockWait: LockWait) =>
  applyMigration(session, MIGRATION, (script) => sendWhenFree({ session, watcher, say }, script, lockWait));

const named = () => said.some((line) => line.includes(`session ${readerPid} (books verify`));

/** Nothing, or the column, the table and the records of the migration. */
async function found(): Promise<unknown[]> {
  const { rows } = await buyer.query(
    `SELECT to_regclass('waited') IS NOT NULL AS made,
            EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'purchase'::regclass AND attname = 'waited') AS altered,
            (SELECT array_agg(rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY started_at)
               FROM _prisma_migrations WHERE migration_name = $1) AS ended`,
    [MIGRATION.name],
  );
  return Object.values(rows[0]);
}

describe('purchases stop while a migration waits for a long reader', () => {
  test('it lets them go first, names the reader, and goes on automatically when the reader has ended', async () => {
    const migrating = migrate({ pauseMs: 10, forMs: 1, monotonicMs: () => 0 });
    await eventually(
      () => buyer.query(`SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))`, [readerPid]),
      ({ rowCount }) => rowCount === 1,
    );

    await buyer.query(`SET lock_timeout = '2s'`); // that of a purchase
    await buyer.query('SELECT FROM purchase FOR UPDATE');
    await eventually(named, (yes) => yes);
    expect(await found()).toEqual([false, false, [false]]);
    await reader.query('COMMIT');

    await migrating;
    expect(await found()).toEqual([true, true, [true]]);
    expect((await session.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '0' }]);
  });

  test('when its wait ends it says who held the lock, has changed nothing, and can be run again', async () => {
    const untilNamed = { pauseMs: 10, forMs: 600_000, monotonicMs: () => (named() ? 600_000 : 0) };

    await expect(migrate(untilNamed)).rejects.toThrow(
      new RegExp(
        `^migration ${MIGRATION.name} was rolled back: for 10 min a lock that it needs was held by session ` +
          `${readerPid} \\(books verify, role \\S+, in a transaction since \\S+ \\S+ UTC\\)\\. Nothing was changed\\. ` +
          'Run this again when that work has ended$',
      ),
    );

    expect(await found()).toEqual([false, false, [false]]);
    await reader.query('COMMIT');
    await migrate(untilNamed);
    expect(await found()).toEqual([true, true, [false, true]]);
  });
});
