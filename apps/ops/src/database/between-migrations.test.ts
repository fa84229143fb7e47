import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { eventually, useDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { RELEASED } from '../testing/released';
import { readMigrations } from './migration-files';

// `db:migrate` commits each migration by itself, and processes of version 0.1.0 sell meanwhile and in between, with the
// rights that its `db:grant` gave them. released-version.test.ts looks at the end of all migrations only.

const migrations = readMigrations(path.join(__dirname, '../../../../prisma/migrations'));
const pending = migrations.filter(({ name }) => name > RELEASED.migration);

const home = useDatabase({ max: 1, beforeDrop: dropUpgraded });
let server: Client;
let name: string;
let owner: Client;
let old: Client;
let other: Client;
const account = randomUUID();

beforeAll(async () => {
  server = new Client(home.url);
  await server.connect();
  name = `${new URL(home.url).pathname.slice(1)}_between`;
  await server.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = Object.assign(new URL(home.url), { pathname: `/${name}` }).href;
  [owner, old, other] = [new Client(url), new Client(url), new Client(url)];
  await Promise.all([owner, old, other].map((client) => client.connect()));
  for (const { script } of migrations.filter(({ name }) => name <= RELEASED.migration)) await owner.query(script);
  await owner.query(`INSERT INTO account (id, name, tier_id) VALUES ($1, 'client', 1)`, [account]);
  await owner.query(`SELECT fund_wallet($1, 100000000, 'opening')`, [account]);
  await owner.query(`CREATE ROLE ${name}`);
  for (const [table, rights] of Object.entries(RELEASED.tableRights))
    await owner.query(`GRANT ${rights.join(', ')} ON ${table} TO ${name}`);
  await owner.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${name}`);
  for (const client of [old, other]) await client.query(`SET ROLE ${name}`);
});

async function dropUpgraded(): Promise<void> {
  await Promise.all([owner, old, other].map((client) => client.end()));
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.query(`DROP ROLE IF EXISTS ${name}`);
  await server.end();
}

describe('a process of version 0.1.0 cannot sell between two migrations', () => {
  test('it accepts, sends, settles, refunds and sweeps before the first one', expectSells);

  test.each(pending)('what it began before $name ends after it, and it sells on', async ({ script }) => {
    const open = await sent();
    await owner.query('BEGIN');
    await owner.query(script);
    let ended = 0;
    const underWay = [settle(open, 'failed'), accept(randomUUID(), other)].map((each) =>
      each.finally(() => {
        ended += 1;
      }),
    );
    await eventually(
      async () => ended + (await waiting()),
      (count) => count === underWay.length,
    );
    await owner.query('COMMIT');
    expect(await Promise.all(underWay)).toEqual(['settled', 'accepted']);
    await expectSells();
  });
});

/** How many statements of that version wait for a lock that the migration holds. */
async function waiting(): Promise<number> {
  const { rows } = await server.query(
    `SELECT count(*)::int FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'`,
    [name],
  );
  return rows[0].count;
}

async function expectSells(): Promise<void> {
  const [delivered, rejected, awaited] = [await sent(), await sent(), await sent()];
  expect(await settle(delivered, 'success')).toBe('settled');
  expect(await settle(rejected, 'failed')).toBe('settled');
  const told = await old.query(`SELECT status FROM tell_pending($1, 'client_told_pending', 'wait')`, [[awaited]]);
  expect(told.rows).toEqual([{ status: 'pending' }]);
  await old.query(`SELECT id FROM take_due_purchases('{AIRTIME}', 100, interval '2 s', interval '60 s')`);
  expect((await old.query('SELECT status FROM purchase WHERE id = $1', [rejected])).rows).toEqual([
    { status: 'failed' },
  ]);
}

async function accept(id: string, connection = old): Promise<string> {
  const order = {
    product_type: 'AIRTIME',
    amount_kobo: 1_000,
    recipient: '08030000001',
    details: {},
    provider_order: {},
  };
  const item = { id, account_id: account, request_ref: id, description: 'test', provider: 'vtpass', window_ms: 20_000 };
  const { rows } = await connection.query(
    `SELECT outcome FROM accept_purchases($1, now() + interval '1 min', true, interval '2 s')`,
    [JSON.stringify([{ ...item, ...order }])],
  );
  return rows[0].outcome;
}

async function sent(): Promise<string> {
  const id = randomUUID();
  expect(await accept(id)).toBe('accepted');
  const claimed = await old.query(
    `SELECT id FROM claim_purchases($1, gen_random_uuid(), interval '75 s', interval '30 min')`,
    [JSON.stringify([{ id, provider_ref: `ref-${id}` }])],
  );
  expect(claimed.rowCount).toBe(1);
  return id;
}

async function settle(id: string, goal: string): Promise<string> {
  const item = { id, goal, ground: 'answer', cause: 'test', message: 'test', result: {}, next_check_ms: 3_600_000 };
  return (await old.query('SELECT outcome FROM settle_purchases($1, true)', [JSON.stringify([item])])).rows[0].outcome;
}
