import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { useDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { RELEASED } from '../testing/released';

// While a new version is rolled out, processes of version 0.1.0 run on the new schema. expand-contract.test.ts finds
// what is missing; this file calls the functions as that version does, before and after the migrations since then.

const MIGRATIONS = path.join(__dirname, '../../../../prisma/migrations');
const names = readdirSync(MIGRATIONS)
  .filter((name) => statSync(path.join(MIGRATIONS, name)).isDirectory())
  .sort();

const TOKEN = '12345678901234567890';
const REJECTION = { code: '019', reason: 'It looks like a duplicate.', fault: 'duplicate' };

const home = useDatabase({ max: 1, beforeDrop: dropUpgraded });
/** On `home`, to create and drop the database that is upgraded. */
let server: Client;
let name: string;
/** The connection of a process of that version. It is open since before the migrations. */
let old: Client;
let db: Client;
let account: string;

beforeAll(async () => {
  server = new Client(home.url);
  await server.connect();
  name = `${new URL(home.url).pathname.slice(1)}_upgraded`;
  await server.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = Object.assign(new URL(home.url), { pathname: `/${name}` }).href;
  [old, db] = [new Client(url), new Client(url)];
  await Promise.all([old.connect(), db.connect()]);
  await migrate((migration) => migration <= RELEASED.migration);
  account = randomUUID();
  await db.query(`INSERT INTO account (id, name, tier_id) VALUES ($1, 'client', 1)`, [account]);
  await db.query(`SELECT fund_wallet($1, 1000000, 'opening')`, [account]);
});

async function dropUpgraded(): Promise<void> {
  await Promise.all([old.end(), db.end()]);
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.query(`DROP ROLE IF EXISTS ${name}`);
  await server.end();
}

const migrate = async (wanted: (migration: string) => boolean) => {
  for (const migration of names.filter(wanted))
    await db.query(readFileSync(path.join(MIGRATIONS, migration, 'migration.sql'), 'utf8'));
};

/** Purchases that version 0.1.0 wrote before the migrations, by what is in their `result`. */
let before: Record<'awaited' | 'rejected' | 'quarantined' | 'contradicted' | 'reviewed' | 'delivered', string>;

describe('facts that version 0.1.0 has written are lost in an upgrade', () => {
  beforeAll(async () => {
    before = {
      awaited: await sent('ELECTRICITY'),
      rejected: await sent(),
      quarantined: await accepted(),
      contradicted: await sent(),
      reviewed: await sent(),
      delivered: await sent(),
    };
    await settle(before.awaited, 'open', 'answer', {
      result: { answer: 'delivered, token awaited', provider_transaction_id: '1', token: null, token_awaited: true },
      review: true,
    });
    await settle(before.rejected, 'open', 'answer', {
      result: { answer: 'code 019', refusal: REJECTION },
      refused_with: '019',
    });
    await db.query(`SELECT quarantine_purchases($1, 'restored')`, [
      JSON.stringify([{ id: before.quarantined, provider_ref: 'likely' }]),
    ]);
    await settle(before.contradicted, 'success', 'answer', { result: { provider_transaction_id: '2' } });
    await settle(before.contradicted, 'failed', 'requery', { cause: 'provider_reversed_040' });
    for (const [id, ref] of [
      [before.reviewed, '3'],
      [before.delivered, '4'],
    ])
      await settle(String(id), 'success', 'answer', { result: { provider_transaction_id: ref } });
    // This is how that version closes a review.
    await db.query(
      `UPDATE purchase SET result = result || jsonb_build_object('reviewed',
         jsonb_build_object('note', 'asked them', 'at', clock_timestamp())) WHERE id = $1`,
      [before.reviewed],
    );
    await old.query(SWEEP); // prepares the statement before the migrations

    await db.query(`CREATE ROLE ${name}`);
    await db.query(`REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC`);
    await db.query(`GRANT EXECUTE ON FUNCTION settle_purchases, tell_pending, take_due_purchases TO ${name}`);
    await db.query(`ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC`);
    await migrate((migration) => migration > RELEASED.migration);
  });

  test('the facts of an open purchase, which were keys of `result`, are columns', async () => {
    expect(await row(before.awaited)).toMatchObject({
      token_awaited: true,
      result: { token: null },
      provider_evidence: { answer: 'delivered, token awaited', provider_transaction_id: '1' },
      cause_code: 'client_told_pending',
    });
    expect(await row(before.rejected)).toMatchObject({
      result: {},
      refused_with: '019',
      provider_evidence: { refusal: REJECTION },
    });
    expect(await row(before.quarantined)).toMatchObject({
      result: {},
      quarantined_at: expect.any(Date),
      cause_code: 'quarantined',
      order_seen: true,
    });
  });

  test('the notes on a final purchase are columns, and what was delivered stays', async () => {
    expect(await row(before.contradicted)).toMatchObject({
      contradicted_by: { goal: 'failed', cause: 'provider_reversed_040', at: expect.any(String) },
      result: {},
      provider_evidence: { provider_transaction_id: '2' },
    });
    expect(await row(before.reviewed)).toMatchObject({ reviewed_at: expect.any(Date), review_note: 'asked them' });
    expect(await row(before.delivered)).toMatchObject({ result: { provider_transaction_id: '4' } });
  });

  test('every account of before, and every one that it opens later, has a payment reference of its own', async () => {
    await old.query(
      `INSERT INTO account (id, name, tier_id) VALUES (gen_random_uuid(), 'opened by the old version', 1)`,
    );
    const { rows } = await db.query('SELECT payment_reference FROM account');
    expect(rows.length).toBeGreaterThan(1);
    const references = new Set(rows.map((row) => row.payment_reference));
    expect([...references]).toEqual(rows.map(() => expect.stringMatching(/^TUP-[23456789FHKMQRWXY]{6}$/)));
  });

  test('a role with rights on the old functions only can go on until the next grant', async () => {
    await db.query(`GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO ${name}`);
    await db.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${name}`);
    const id = await sent();
    await db.query(`SET ROLE ${name}`);
    try {
      expect(await settle(id, 'open', 'answer')).toBe('kept');
      expect(
        (await db.query(`SELECT FROM tell_pending(ARRAY[$1::uuid], 'client_told_pending', 'wait')`, [id])).rowCount,
      ).toBe(1);
      await db.query(SWEEP);
    } finally {
      await db.query('RESET ROLE');
    }
  });
});

describe('a process of version 0.1.0 fails or refunds wrongly on the new schema', () => {
  test('its prepared `SELECT *` of due purchases works, and finds the facts in `result`', async () => {
    const newer = await sent('ELECTRICITY');
    await record(newer, { basis: 'answer', target_status: 'open', token_awaited: true, evidence: { answer: 'later' } });
    const ids = [newer, before.awaited, before.rejected, before.quarantined];
    await db.query(`UPDATE purchase SET next_check_at = now() - interval '1 second' WHERE id = ANY ($1::uuid[])`, [
      ids,
    ]);

    const due = new Map((await old.query(SWEEP)).rows.map((each) => [each.id, each]));

    expect(due.get(newer)).toMatchObject({ result: { token_awaited: true, answer: 'later' }, sends: 1 });
    expect(due.get(before.awaited)).toMatchObject({ result: { token_awaited: true, provider_transaction_id: '1' } });
    expect(due.get(before.rejected)).toMatchObject({ result: { refusal: REJECTION }, refused_with: '019' });
    expect(due.get(before.quarantined)).toMatchObject({ result: { quarantined: { at: expect.any(String) } } });
    expect(due.get(newer)).not.toHaveProperty('token_awaited');
  });

  test('a rejection after a delivery refunds nothing, whichever version recorded the delivery', async () => {
    const [ours, theirs] = [await sent('ELECTRICITY'), await sent('ELECTRICITY')];
    await record(ours, { basis: 'answer', target_status: 'open', token_awaited: true });
    await settle(theirs, 'open', 'answer', { result: { token_awaited: true } });
    for (const id of [ours, theirs]) {
      expect(await settle(id, 'failed', 'requery')).toBe('refused');
      expect(await record(id, { basis: 'requery', target_status: 'failed' })).toBe('declined');
      expect(await row(id)).toMatchObject({ token_awaited: true, final_at: null });
    }
    await db.query(`UPDATE purchase SET claim_expires_at = now() - interval '1 s' WHERE id = ANY ($1::uuid[])`, [
      [ours, theirs],
    ]);
    await expect(settle(ours, 'failed', 'operator')).rejects.toThrow('needs the approval of a second operator');
    expect(await settle(ours, 'success', 'operator')).toBe('settled');
    expect(await settle(theirs, 'success', 'requery', { result: { token: TOKEN } })).toBe('settled');
    expect(await row(theirs)).toMatchObject({ token_awaited: false, result: { token: TOKEN } });
  });

  test('what it records goes into the columns, and its cause gets a code', async () => {
    const [failed, open] = [await sent(), await sent()];
    await settle(failed, 'failed', 'answer', { cause: 'provider_rejected_016', result: { refused_code: '016' } });
    await settle(open, 'open', 'answer', {
      result: { answer: 'code 019', refusal: REJECTION },
      refused_with: '019',
      order_seen: true,
    });
    expect(await row(failed)).toMatchObject({
      status: 'failed',
      cause: 'provider_rejected_016',
      cause_code: 'provider_rejected',
      result: {},
      provider_evidence: { refused_code: '016' },
    });
    expect(await row(open)).toMatchObject({
      result: {},
      provider_evidence: { answer: 'code 019', refusal: REJECTION },
      refused_with: '019',
      order_seen: true,
    });
    expect(await history(failed)).toEqual(['accepted', 'provider_rejected']);
    // A suspected duplicate is not refunded while its recipient has another open purchase without a rejection.
    const other = await sent();
    expect(await settle(open, 'failed', 'refusal', { alone: true })).toBe('refused');
    await settle(other, 'success', 'answer');
  });

  test('it gets outcomes by the names that it knows', async () => {
    const [first, twice] = [await sent(), await sent()];
    expect(await settle(first, 'refunded', 'never_sent')).toBe('refused');
    expect(await settle(randomUUID(), 'success', 'answer')).toBe('missing');
    const item = { id: twice, goal: 'success', ground: 'answer', cause: 'test', message: 'test' };
    const { rows } = await old.query('SELECT outcome FROM settle_purchases($1, true) ORDER BY n', [
      JSON.stringify([item, item]),
    ]);
    expect(rows).toEqual([{ outcome: 'settled' }, { outcome: 'again' }]);
    expect(await settle(twice, 'failed', 'requery')).toBe('contradiction');
    expect(await settle(twice, 'success', 'requery')).toBe('already_final');
  });

  test('"not found" counts, and refunds only on the last count', async () => {
    const id = await sent();
    await settle(id, 'open', 'answer');
    expect(await settle(id, 'open', 'requery', { missing: true })).toBe('kept');
    expect(await row(id)).toMatchObject({ missing_count: 1, checks: 1 });
    expect(await settle(id, 'failed', 'not_found', { missing_count: 0 })).toBe('refused');
    expect(await settle(id, 'failed', 'not_found', { missing_count: 1 })).toBe('settled');
  });

  test('the purchases of its waiting clients are marked pending, and their states are read', async () => {
    const [open, done] = [await sent(), await sent()];
    await record(done, { basis: 'answer', target_status: 'failed', cause: 'provider_unreachable' });
    const pending = await old.query(`SELECT id, status FROM tell_pending($1, 'client_told_pending', 'wait')`, [[open]]);
    expect(pending.rows).toEqual([{ id: open, status: 'pending' }]);
    const moved = await old.query('SELECT id, status, cause FROM moved_purchases($1)', [[open, done]]);
    expect(moved.rows).toEqual(
      expect.arrayContaining([
        { id: open, status: 'pending', cause: 'client_told_pending' },
        { id: done, status: 'failed', cause: 'provider_unreachable' },
      ]),
    );
  });
});

describe('a process of version 0.1.0 sends events, or leaves them out, on the new schema', () => {
  beforeAll(() => db.query(`UPDATE account SET webhook_url = 'https://client.example/' WHERE id = $1`, [account]));
  afterAll(() => db.query('UPDATE account SET webhook_url = NULL WHERE id = $1', [account]));

  test('what it reverses is refunded once, and has the failed event', async () => {
    const id = await sent();
    await settle(id, 'success', 'answer');
    const reverse = async () =>
      (await old.query(`SELECT reverse_purchase($1, 'operator: test', 'reversed') AS done`, [id])).rows[0].done;
    await expect(reverse()).rejects.toThrow('needs the approval of a second operator');
    await db.query(`UPDATE money_rule SET approvals = 'off'`);
    expect([await reverse(), await reverse()]).toEqual([true, false]);
    expect(await row(id)).toMatchObject({ status: 'refunded' });
    const { rows } = await db.query('SELECT event, details FROM webhook_event WHERE purchase_id = $1 ORDER BY seq', [
      id,
    ]);
    expect(rows).toEqual([
      { event: 'airtime.purchase.success', details: 'test' },
      { event: 'airtime.purchase.failed', details: 'reversed' },
    ]);
  });

  test('what it funds is judged too: by the limit, and by a cap of its own', async () => {
    await db.query(`UPDATE money_rule SET approvals = 'required'`);
    const fund = async (kobo: number, reference: string) =>
      (await old.query('SELECT * FROM fund_wallet($1, $2, $3)', [account, kobo, reference])).rows[0];
    expect(await fund(5_000, 'small')).toMatchObject({ funded: true, amount_kobo: '5000' });
    expect(await fund(5_000, 'small')).toMatchObject({ funded: false, amount_kobo: '5000' });
    await expect(fund(100_000_001, 'large')).rejects.toThrow('needs the approval of a second operator');
    await db.query(`UPDATE money_rule SET approvals = 'off'`);
    await expect(fund(500_000_000, 'cap')).rejects.toThrow('the daily cap of version 0.1.0 is used up');
    const unknown = old.query('SELECT * FROM fund_wallet(gen_random_uuid(), 1, $1)', ['nobody']);
    await expect(unknown).rejects.toThrow('there is no such account');
  });

  test('its test events are written one at a time, beside one of the new kind', async () => {
    const written = `INSERT INTO webhook_event (account_id, event, status, details, asked_by) VALUES`;
    await db.query(`${written} ($1, 'data.purchase.failed', 'failed', 'test', 'user-1')`, [account]);
    const test = () =>
      old.query(
        `${written} ($1, 'webhook.test', 'success', 'test', 'user-1') ON CONFLICT (account_id)
           WHERE event = 'webhook.test' AND resent_from IS NULL AND state IN ('queued', 'sending') DO NOTHING`,
        [account],
      );
    expect([(await test()).rowCount, (await test()).rowCount]).toEqual([1, 0]);
  });
});

describe('a cause that was written before there were codes is missing from reports', () => {
  test.each([
    ['accepted', 'accepted'],
    ['client_told_pending', 'client_told_pending'],
    ['nobody_answered', 'nobody_answered'],
    ['provider_delivered', 'provider_delivered'],
    ['provider_rejected_TRANSACTION FAILED 0803', 'provider_rejected'],
    ['provider_reversed_040', 'provider_reversed'],
    ['provider_refused_019', 'provider_refused'],
    ['provider_never_had_it', 'provider_never_had_it'],
    ['start_deadline', 'start_deadline'],
    ['operator: provider_delivered', 'operator'],
    ['quarantined: failover', 'quarantined'],
    ['provider_rejectedx', 'other'],
    ['test', 'other'],
    [null, null],
  ])('the cause "%s" has the code %s', async (cause, code) => {
    expect((await db.query('SELECT cause_code_of($1) AS code', [cause])).rows).toEqual([{ code }]);
  });
});

/** The statement of the sweep of version 0.1.0. Each connection prepares it once. */
const SWEEP = {
  name: 'take_due_purchases',
  text: `SELECT *, (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS age_ms
           FROM take_due_purchases('{AIRTIME,ELECTRICITY}', 100, interval '2 s', interval '60 s')`,
};

async function accepted(product = 'AIRTIME'): Promise<string> {
  const id = randomUUID();
  const item = {
    id,
    account_id: account,
    request_ref: id,
    product_type: product,
    amount_kobo: 1_000,
    recipient: '08030000001',
    details: {},
    description: 'test',
    provider: 'vtpass',
    provider_order: {},
    window_ms: 20_000,
  };
  const { rows } = await db.query(
    `SELECT outcome FROM accept_purchases($1, now() + interval '1 min', true, interval '2 s')`,
    [JSON.stringify([item])],
  );
  expect(rows).toEqual([{ outcome: 'accepted' }]);
  return id;
}

async function sent(product?: string): Promise<string> {
  const id = await accepted(product);
  const { rowCount } = await db.query(
    `SELECT id FROM claim_purchases($1, gen_random_uuid(), interval '75 s', interval '30 min')`,
    [JSON.stringify([{ id, provider_ref: `ref-${id}` }])],
  );
  expect(rowCount).toBe(1);
  return id;
}

/** Settles as version 0.1.0 does. @returns the outcome */
async function settle(id: string, goal: string, ground: string, more: object = {}): Promise<string> {
  const item = { id, goal, ground, cause: 'test', message: 'test', next_check_ms: 3_600_000, ...more };
  return (await db.query('SELECT outcome FROM settle_purchases($1, true)', [JSON.stringify([item])])).rows[0].outcome;
}

/** Settles as this version does. @returns the outcome */
async function record(id: string, more: object): Promise<string> {
  const item = { id, cause: 'test', cause_code: 'other', message: 'test', next_check_ms: 3_600_000, ...more };
  return (await db.query('SELECT outcome FROM record_settlements($1, true)', [JSON.stringify([item])])).rows[0].outcome;
}

const row = async (id: string) => (await db.query('SELECT * FROM purchase WHERE id = $1', [id])).rows[0];

const history = async (id: string) =>
  (await db.query('SELECT cause_code FROM purchase_history WHERE purchase_id = $1 ORDER BY id', [id])).rows.map(
    ({ cause_code }) => cause_code,
  );
