import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { COMPILE_QUICKLY, eventually, useDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { readMigrations } from './migration-files';
import { applyMigration, readHistory } from './migration-history';
import { openSession } from './session';

// Version 0.1.0 has one index that makes a reference unique in the whole service. This upgrades a database of that
// version while purchases go on, as docs/operations.md says: migrate, then contract.

/** The last migration of that version, as in expand-contract.test.ts. */
const RELEASED = '20261122130000_operator_records';
const PROGRAM = path.join(__dirname, '../../dist/database.js');
const MIGRATIONS = path.join(__dirname, '../../../../prisma/migrations');
const AGREE = 'schema.prisma, the functions and the migrations agree\n';
const REFERENCES = Array.from({ length: 12 }, (_, n) => `order-${n}`);

const home = useDatabase({ max: 1, beforeDrop: dropUpgraded });
let server: Client;
let name: string;
let url: string;
let db: Client;
let accounts: [a: string, b: string];

beforeAll(async () => {
  server = new Client(home.url);
  await server.connect();
  name = `${new URL(home.url).pathname.slice(1)}_references`;
  await server.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  url = Object.assign(new URL(home.url), { pathname: `/${name}` }).href;
  const session = await openSession(url, () => undefined);
  await readHistory(session);
  for (const migration of readMigrations(MIGRATIONS))
    if (migration.name <= RELEASED) await applyMigration(session, migration);
  await session.close();
  db = new Client(url);
  await db.connect();
  accounts = [await account('A'), await account('B')];
});

async function dropUpgraded(): Promise<void> {
  await db.end();
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.end();
}

describe('an upgrade sells one reference twice, or shows clients an error', () => {
  test('purchases of 0.1.0 and of this version go on while references become unique per account', async () => {
    const traffic = await startTraffic();
    await traffic.more();

    const expanded = await run('migrate');
    expect(expanded).toContain('applied 20261122160000_references_per_account\n');
    expect(expanded).toMatch(
      /waiting for the contraction: purchase_request_ref_key, purchase_account_id_created_at_idx, webhook_event_open, webhook_event_own_once, webhook_event_purchase_id_idx\. .*--contract/,
    );
    await traffic.more();
    expect(await run('migrate')).toContain('waiting for the contraction');
    expect(await run('check')).toBe(AGREE);
    expect(await shared()).toEqual([]);
    for (const accountId of accounts) await accept(db, accountId, 'order-0');
    expect(await holdersOf('order-0')).toHaveLength(1);

    // An accept that is under way holds up the contraction, but nobody else.
    const open = new Client(url);
    await open.connect();
    await open.query('BEGIN');
    expect(await accept(open, await account('C'), 'order-of-c')).toBe('accepted');
    const contracting = run('migrate', '--contract');
    await eventually(
      () =>
        server.query(
          `SELECT FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock' AND query LIKE 'DROP INDEX%'`,
          [name],
        ),
      ({ rowCount }) => rowCount === 1,
    );
    await traffic.more();
    await open.query('COMMIT');
    await open.end();
    expect(await contracting).toContain('dropped purchase_request_ref_key\n');

    await eventually(shared, (references) => references.length === REFERENCES.length);
    expect(await traffic.stop()).toEqual([]);
    for (const reference of REFERENCES) expect((await holdersOf(reference)).sort()).toEqual([...accounts].sort());
    const { rows } = await db.query(
      `SELECT balance_kobo FROM wallet WHERE account_id = ANY ($1) AND balance_kobo = 1000000 - 1000 * $2::integer`,
      [accounts, REFERENCES.length],
    );
    expect(rows).toHaveLength(2);
    expect(await run('migrate')).not.toContain('contract');
    expect(await run('check')).toBe(AGREE);
  });

  test('a new database is contracted from the start', async () => {
    const [found] = await home.db.$queryRaw<{ index: string | null }[]>`
      SELECT to_regclass('purchase_request_ref_key')::text AS index`;
    expect(found).toEqual({ index: null });
  });

  test('only migrate takes --contract', async () => {
    await expect(run('check', '--contract')).rejects.toThrow('usage: ');
  });
});

/**
 * Two processes of version 0.1.0, whose items have no key, and two of this version, which buy all references for both
 * accounts again and again, until one of them has an error. `more` waits until each has had some answers; `stop`
 * returns every error.
 */
async function startTraffic() {
  const errors: string[] = [];
  const answers = [0, 0, 0, 0];
  let stopped = false;
  const keys = await Promise.all(accounts.map(newKey));
  const buyers = answers.map(async (_, process) => {
    const client = new Client(url);
    await client.connect();
    await client.query("SET lock_timeout = '2s'");
    while (!stopped) {
      const who = randomInt(2);
      const key = process < 2 ? undefined : keys[who];
      const reference = REFERENCES[randomInt(REFERENCES.length)] ?? '';
      const outcome = await accept(client, accounts[who] ?? '', reference, key).catch(({ message }: Error) => message);
      answers[process] = (answers[process] ?? 0) + 1;
      if (outcome === 'accepted' || outcome === 'duplicate') continue;
      errors.push(outcome);
      stopped = true;
    }
    await client.end();
  });
  return {
    async more() {
      const from = [...answers];
      await eventually(
        () => stopped || answers.every((n, process) => n >= (from[process] ?? 0) + 20),
        (enough) => enough,
      );
    },
    async stop() {
      stopped = true;
      await Promise.all(buyers);
      return errors;
    },
  };
}

async function account(name: string): Promise<string> {
  const id = randomUUID();
  await db.query('INSERT INTO account (id, name, tier_id) VALUES ($1, $2, 1)', [id, name]);
  await db.query(`SELECT fund_wallet($1, 1000000, 'opening ' || $2)`, [id, name]);
  return id;
}

async function newKey(accountId: string): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO api_key (id, account_id, name, display, digest, secret_encrypted, key_version)
     VALUES ($1::uuid, $2, 'key', 'key', sha256($1::text::bytea), '', 1)`,
    [id, accountId],
  );
  return id;
}

/** Buys for 10 naira, as an API process does. @returns the outcome */
async function accept(client: Client, accountId: string, reference: string, keyId?: string): Promise<string> {
  const item = {
    id: randomUUID(),
    account_id: accountId,
    ...(keyId && { key_id: keyId }),
    request_ref: reference,
    product_type: 'AIRTIME',
    amount_kobo: 1_000,
    recipient: '08030000001',
    details: {},
    description: 'test',
    provider: 'vtpass',
    provider_order: {},
    window_ms: 20_000,
  };
  const { rows } = await client.query(
    `SELECT outcome FROM accept_purchases($1, now() + interval '1 min', true, interval '2 s')`,
    [JSON.stringify([item])],
  );
  return rows[0].outcome;
}

/** The references that more than one account has. */
const shared = async (): Promise<string[]> =>
  (await db.query('SELECT request_ref FROM purchase GROUP BY request_ref HAVING count(*) > 1')).rows.map(
    ({ request_ref }) => request_ref,
  );

const holdersOf = async (reference: string): Promise<string[]> =>
  (await db.query('SELECT account_id FROM purchase WHERE request_ref = $1', [reference])).rows.map(
    ({ account_id }) => account_id,
  );

/** @returns what the program prints. @throws with its output when it fails */
async function run(...words: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1:6379' };
  const { stdout } = await promisify(execFile)(process.execPath, [COMPILE_QUICKLY, PROGRAM, ...words], { env });
  return stdout;
}
