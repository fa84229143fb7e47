import path from 'node:path';
import { useDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { RELEASED } from '../testing/released';
import { migrate } from './migrate';
import { readMigrations } from './migration-files';
import { applyMigration, readHistory } from './migration-history';
import { openSession } from './session';

// Version 0.1.0 has the history of purchases in one table. This makes partitions of it while that version writes.

const PARTITIONED = '20261127060000_history_partitions';
const PRISMA = path.join(__dirname, '../../../../prisma');
const ROWS = 50_000;

const home = useDatabase({ max: 1, beforeDrop: dropUpgraded });
let server: Client;
let name: string;
let url: string;
let db: Client;
const role = `history_${process.pid}`;

beforeAll(async () => {
  server = new Client(home.url);
  await server.connect();
  name = `${new URL(home.url).pathname.slice(1)}_history`;
  await server.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  url = Object.assign(new URL(home.url), { pathname: `/${name}` }).href;
  const session = await openSession(url, () => undefined);
  await readHistory(session);
  for (const migration of readMigrations(path.join(PRISMA, 'migrations')))
    if (migration.name <= RELEASED.migration) await applyMigration(session, migration);
  await session.close();
  db = new Client(url);
  await db.connect();
  // ids of the last hundred days
  await db.query(`
    INSERT INTO purchase_history (purchase_id, to_status, cause)
    SELECT (lpad(to_hex(ms >> 16), 8, '0') || lpad(to_hex(ms & 65535), 4, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
           'initiated', 'test'
      FROM generate_series(1, ${ROWS}) n,
           LATERAL (SELECT (extract(epoch FROM now()) * 1000)::bigint - n::bigint * 172800 AS ms) made`);
  await db.query(`CREATE ROLE ${role}`);
  await db.query(`GRANT SELECT, INSERT ON purchase_history TO ${role}`);
});

async function dropUpgraded(): Promise<void> {
  await db.end();
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.query(`DROP ROLE ${role}`);
  await server.end();
}

const said: string[] = [];
const run = () =>
  migrate({
    ...{ databaseUrl: url, prismaDir: PRISMA, queuesInPostgres: false, contracting: false },
    rule: { approvalLimitKobo: 0n, dailyCapKobo: 0n, approvals: 'required' },
    say: (line) => void said.push(line),
  });
const one = async (sql: string) => (await db.query(sql)).rows[0];

/**
 * Writes as the functions do that version 0.1.0 calls, which run as the owner, with the time limit of a purchase, until
 * it is stopped. Returns every error.
 */
function startWriter() {
  const errors: string[] = [];
  let [stopped, written] = [false, 0];
  const done = (async () => {
    const client = new Client(url);
    await client.connect();
    await client.query(`SET lock_timeout = '2s'`);
    while (!stopped)
      await client
        .query(
          `INSERT INTO purchase_history (id, purchase_id, to_status, cause)
           VALUES ($1, (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || $2)::uuid, 'initiated', 'x')`,
          [10_000_000 + written, `70008000${String(written).padStart(12, '0')}`],
        )
        .then(
          () => {
            written += 1;
          },
          (error) => errors.push(String(error)),
        );
    await client.end();
  })();
  return {
    async stop() {
      stopped = true;
      await done;
      return { errors, written };
    },
  };
}

describe('purchases stop while their history becomes partitions, or it loses rows, rights or guards', () => {
  test('a migration that fails leaves no rule behind that would stop purchases later', async () => {
    await db.query('CREATE TABLE purchase_history_default ()'); // so that the migration fails
    await expect(run()).rejects.toThrow(`migration ${PARTITIONED} was rolled back`);
    expect(said).toContain(`built purchase_history_first_pkey before ${PARTITIONED}`);
    expect(
      await one(`SELECT count(*)::integer AS n FROM pg_constraint WHERE conname = 'purchase_history_first_end'`),
    ).toEqual({ n: 0 });
    await db.query('DROP TABLE purchase_history_default');
  });

  test('after it, the rows are where they were, in the first partition, and writes went on', async () => {
    const before = await one(`SELECT relfilenode FROM pg_class WHERE relname = 'purchase_history'`);
    // an index that broke off
    await db.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'purchase_history_first_pkey'::regclass`);
    const writer = startWriter();
    await run();
    const { errors, written } = await writer.stop();
    expect(errors).toEqual([]);
    expect(said.filter((line) => line === `built purchase_history_first_pkey before ${PARTITIONED}`)).toHaveLength(2);
    expect(await one(`SELECT relfilenode FROM pg_class WHERE relname = 'purchase_history_first'`)).toEqual(before);
    expect(
      await one(`SELECT count(*)::integer AS n, count(DISTINCT tableoid)::integer AS tables FROM purchase_history`),
    ).toEqual({ n: ROWS + written, tables: 1 });
    expect(
      await one(`SELECT count(*)::integer AS n FROM pg_constraint WHERE conname = 'purchase_history_first_end'`),
    ).toEqual({ n: 0 });
  });

  test('the role of version 0.1.0 may read it as before, and nothing with a single partition', async () => {
    const rights = await db.query(
      `SELECT c.relname AS table, p.name AS right FROM pg_class c,
              unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS p (name)
        WHERE c.relname LIKE 'purchase\\_history%' AND c.relkind IN ('r', 'p') AND has_table_privilege($1, c.oid, p.name)
        ORDER BY 2`,
      [role],
    );
    expect(rights.rows).toEqual([{ table: 'purchase_history', right: 'SELECT' }]);
  });

  test('an id that is later than all months lands outside of them, and is counted', async () => {
    expect(
      await one(`SELECT tableoid::regclass::text AS name FROM purchase_history ORDER BY purchase_id DESC LIMIT 1`),
    ).toEqual({ name: 'purchase_history_first' });
    await db.query(`INSERT INTO purchase_history (purchase_id, to_status, cause)
                    VALUES ('f0000000-0000-4000-8000-000000000000', 'initiated', 'x')`);
    expect(await one('SELECT history_outside_partitions()::integer AS n')).toEqual({ n: 1 });
  });
});
