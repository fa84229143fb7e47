import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '@topup/core/shared';
import { verifyBooks } from '@topup/core/wallet';
import { COMPILE_QUICKLY, type TestDatabase, testDatabase } from '@topup/testkit';
import { Client } from 'pg';

const ROOT = path.join(__dirname, '../../../..');
const PROGRAM = path.join(__dirname, '../../dist/database.js');
const [HOUSE = '', PRODUCTS = ''] = readdirSync(path.join(ROOT, 'prisma/migrations')).sort();

let home: TestDatabase;
let server: Client;
let prismaDir: string;
let url: string;
let db: Client;

beforeAll(async () => {
  home = await testDatabase();
  server = new Client(home.url);
  await server.connect();
  const name = `${new URL(home.url).pathname.slice(1)}_house`;
  await server.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  url = Object.assign(new URL(home.url), { pathname: `/${name}` }).href;
  prismaDir = mkdtempSync(path.join(os.tmpdir(), 'topup-migrations-'));
  for (const file of ['schema.prisma', 'migrations/migration_lock.toml', `migrations/${HOUSE}`]) {
    cpSync(path.join(ROOT, 'prisma', file), path.join(prismaDir, file), { recursive: true });
  }
  await migrate();
  db = new Client(url);
  await db.connect();
});
afterAll(async () => {
  await db.end();
  await server.query(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  await server.end();
  await home.drop();
  rmSync(prismaDir, { recursive: true });
});

describe('the migration that adds products breaks an installation that sells airtime', () => {
  test('purchases in every status are unchanged, and open ones can be sent and settled', async () => {
    const refs = await sellAirtime();
    const before = await purchases();
    expect(before.map(({ status }) => status).sort()).toEqual([
      'failed',
      'initiated',
      'initiated',
      'pending',
      'refunded',
      'refunded',
      'success',
    ]);

    cpSync(path.join(ROOT, 'prisma/migrations', PRODUCTS), path.join(prismaDir, 'migrations', PRODUCTS), {
      recursive: true,
    });
    await migrate();

    const order = (ref: string) => ({
      serviceId: ref === refs.unsent ? 'etisalat' : 'mtn',
      variationCode: null,
      subscriptionType: null,
      contactPhone: '08030000001',
    });
    expect(await purchases()).toEqual(before.map((one) => ({ ...one, provider_order: order(one.request_ref) })));

    await claim(refs.unsent);
    expect(await settle(refs.unsent, 'success', 'answer')).toBe('settled');
    expect(await settle(refs.claimed, 'failed', 'answer')).toBe('settled');
    expect(await settle(refs.pending, 'success', 'requery')).toBe('settled');

    // the books are verified by today's code, which needs today's schema
    cpSync(path.join(ROOT, 'prisma/migrations'), path.join(prismaDir, 'migrations'), { recursive: true });
    await migrate();
    await expectSoundBooks();
  });
});

type Purchase = { request_ref: string; status: string; provider_order?: unknown };

/** One purchase for every way in which the first version can leave one, made by its own functions. */
async function sellAirtime() {
  const account = randomUUID();
  await db.query(`INSERT INTO account (id, name, tier_id) VALUES ($1, 'client', 1)`, [account]);
  await db.query(`SELECT fund_wallet($1, 100000, 'opening')`, [account]);
  const refs = {
    unsent: 'unsent',
    claimed: 'claimed',
    pending: 'pending',
    success: 'success',
    failed: 'failed',
    givenUp: 'given up',
    takenBack: 'taken back',
  };
  const items = Object.values(refs).map((ref) => ({
    id: randomUUID(),
    account_id: account,
    request_ref: ref,
    product_type: 'AIRTIME',
    amount_kobo: 1_000,
    recipient: '08030000001',
    details: { network: ref === refs.unsent ? 'etisalat' : 'mtn', phone: '08030000001' },
    description: 'test',
    provider: 'vtpass',
  }));
  await db.query(`SELECT accept_purchases($1, now() + interval '1 min', true, interval '2 s', interval '20 s')`, [
    JSON.stringify(items),
  ]);

  for (const ref of [refs.claimed, refs.pending, refs.success, refs.failed, refs.takenBack]) await claim(ref);
  await db.query(`SELECT tell_pending(ARRAY[${idOf(refs.pending)}], 'client_told_pending', 'wait')`);
  await settle(refs.success, 'success', 'answer');
  await settle(refs.failed, 'failed', 'answer');
  await settle(refs.givenUp, 'refunded', 'never_sent');
  await settle(refs.takenBack, 'success', 'answer');
  await db.query(`SELECT reverse_purchase(${idOf(refs.takenBack)}, 'operator: test', 'taken back')`);
  return refs;
}

async function purchases(): Promise<Purchase[]> {
  return (await db.query('SELECT * FROM purchase ORDER BY request_ref')).rows;
}

async function claim(ref: string): Promise<void> {
  const items = `jsonb_build_array(jsonb_build_object('id', ${idOf(ref)}, 'provider_ref', 'ref-${ref}'))`;
  const { rowCount } = await db.query(
    `SELECT FROM claim_purchases(${items}, gen_random_uuid(), interval '75 s', interval '30 min')`,
  );
  expect(rowCount).toBe(1);
}

async function settle(ref: string, goal: string, ground: string): Promise<string> {
  const item = `jsonb_build_object('id', ${idOf(ref)}, 'goal', '${goal}', 'ground', '${ground}',
    'cause', 'test', 'message', 'test')`;
  return (await db.query(`SELECT outcome FROM settle_purchases(jsonb_build_array(${item}), true)`)).rows[0].outcome;
}

const idOf = (ref: string) => `(SELECT id FROM purchase WHERE request_ref = '${ref}')`;

async function migrate(): Promise<void> {
  const env = { DATABASE_URL: url, DATA_DIR: prismaDir, REDIS_URL: 'redis://127.0.0.1:6379' };
  await promisify(execFile)(process.execPath, [COMPILE_QUICKLY, PROGRAM, 'migrate', '--dir', prismaDir], { env });
}

async function expectSoundBooks(): Promise<void> {
  const audited = openDatabase({ url, max: 2, name: 'migration-test', onError: () => undefined });
  expect((await verifyBooks(audited)).findings.filter(({ count }) => count > 0)).toEqual([]);
  await audited.$disconnect();
}
