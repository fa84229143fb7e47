import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { createAccount, setWebhookUrl } from '../../account/account.store';
import { createKey } from '../../api-key/create-key';
import { finishNotification } from '../../notification/notification.store';
import type { ProductType } from '../../provider/provider.port';
import { createAccepter } from '../../purchase/accept/accept-batcher';
import { acceptPurchase } from '../../purchase/accept/accept-purchase';
import { claimPurchases } from '../../purchase/send/claim.store';
import { reversePurchase, type Settlement, settlePurchases } from '../../purchase/settle/settle.store';
import { markPending } from '../../purchase/wait/waiting.store';
import { systemClock } from '../../shared/clock';
import { type Db, openDatabase } from '../../shared/db';
import { orderFor } from '../../testing/purchases';
import { claimNextEvents, finishEvents, insertRequeryEvent, listWaitingReceivers } from '../../webhook/event.store';
import { insertResend, insertTestEvent } from '../../webhook/manual-delivery.store';
import { fundWallet } from '../wallet.store';
import { readDrift } from './drift.store';
import { verifyBooks } from './verify-books';

let home: TestDatabase;
let db: Db;
let sql: Client;

async function openHome(): Promise<void> {
  home = await testDatabase();
  db = openDatabase({ url: home.url, max: 6, name: 'books-test', onError: () => undefined });
  sql = new Client(home.url);
  await sql.connect();
}

async function closeHome(): Promise<void> {
  await sql.end();
  await db.$disconnect();
  await home.drop();
}

describe('with books of its own', () => {
  beforeEach(openHome);
  afterEach(closeHome);

  test('an empty database is sound', async () => {
    expect(await verifyBooks(db)).toMatchObject({ sound: true, totals: { purchases: 0, fundedKobo: 0n } });
    expect(await readDrift(db)).toBe(0n);
  });

  test('money that moves while the books are read is not taken for drift', async () => {
    const account = await openAccount('busy', false);
    let stop = false;
    const traffic = (async () => {
      while (!stop) await settle([await purchase(account, 'AIRTIME'), await purchase(account, 'AIRTIME')], 'failed');
    })();
    try {
      for (let round = 0; round < 8; round += 1) {
        expect((await verifyBooks(db)).findings.filter(({ count }) => count > 0)).toEqual([]);
        for (let look = 0; look < 10; look += 1) expect(await readDrift(db)).toBe(0n);
      }
    } finally {
      stop = true;
      await traffic;
    }
  });

  test('amounts beyond what a JavaScript number holds are compared to the kobo', async () => {
    const account = await openAccount('rich', false);
    await fundWallet(db, account, 9_007_199_254_740_993n, 'more');
    await unguard();
    await sql.query('UPDATE wallet SET balance_kobo = balance_kobo - 1');

    const { totals, findings } = await verifyBooks(db);

    expect(totals.fundedKobo - totals.balancesKobo).toBe(1n);
    expect(findings[0]?.rows).toEqual([
      { accountId: account, balanceKobo: 9_007_199_254_840_992n, ledgerKobo: 9_007_199_254_840_993n },
    ]);
  });
});

describe('in a world in which everything has happened', () => {
  let rebuild: string;

  beforeAll(async () => {
    await openHome();
    await buildWorld();
    rebuild = await keepWorld();
  });
  afterAll(closeHome);
  beforeEach(() => sql.query(rebuild));

  test('the audit cries wolf about nothing, or operators learn to ignore it: every course a purchase can take leaves the books sound', async () => {
    const { sound, totals, findings } = await verifyBooks(db);

    expect(findings.filter(({ count }) => count > 0)).toEqual([]);
    expect(sound).toBe(true);
    expect(findings.map(({ id }) => id).join(' ')).toBe(
      'A01 A02 A03 A04 A05 A06 A07 A08 A09 A10 A11 A12 A13 A14 A15 X04',
    );
    expect(totals).toMatchObject({
      accounts: 2,
      purchases: 18,
      ledgerEntries: 26,
      fundedKobo: 200_000n,
      heldKobo: 4_000n,
      spentKobo: 8_000n,
    });
    expect(totals.balancesKobo).toBe(188_000n);
  });

  test('drift that is found in the next audit only is spent meanwhile: the look of every minute sees it, and differences do not cancel out', async () => {
    expect(await readDrift(db)).toBe(0n);
    await sql.query(`UPDATE wallet SET balance_kobo = balance_kobo + 5 WHERE account_id = ${account('one')}`);
    await sql.query(`UPDATE wallet SET balance_kobo = balance_kobo - 7 WHERE account_id = ${account('two')}`);
    expect(await readDrift(db)).toBe(12n);
  });

  test('what an operator has been asked about is not called forgotten', async () => {
    await sql.query(`UPDATE purchase SET next_check_at = NULL, needs_review = true WHERE request_ref = 'in doubt'`);

    expect((await verifyBooks(db)).sound).toBe(true);
  });

  test('how late is late can be chosen: a fault run that has come to rest allows nothing', async () => {
    await sql.query(`UPDATE notification SET next_attempt_at = now() WHERE ${of('power delivered')}`);

    const { findings } = await verifyBooks(db, { deliveryMs: 0 });

    expect(findings.filter(({ count }) => count > 0).map(({ id }) => id)).toEqual(['A14', 'A15']);
  });

  describe('each kind of drift is found, or wrong money stays unnoticed', () => {
    beforeAll(unguard);

    // what is done to one fact behind the service's back, and every check that must notice
    const drifts: [id: string, what: string, corruption: string, noticed: string][] = [
      [
        'A01',
        'a wallet update was lost',
        `UPDATE wallet SET balance_kobo = balance_kobo + 1 WHERE account_id = ${account('one')}`,
        'A01 X04',
      ],
      [
        'A01',
        'an account has no wallet',
        `INSERT INTO account (id, name, tier_id) VALUES (gen_random_uuid(), 'poor', 1)`,
        'A01',
      ],
      [
        'A02',
        'a balance is below zero',
        `UPDATE wallet SET balance_kobo = -1 WHERE account_id = ${account('two')}`,
        'A01 A02 X04',
      ],
      [
        'A02',
        'a balance was below zero for a moment',
        `UPDATE ledger_entry SET balance_before_kobo = -5, balance_after_kobo = amount_kobo - 5 WHERE ${of('delivered')}`,
        'A02 A03',
      ],
      [
        'A03',
        'an entry began elsewhere than the one before it ended',
        `UPDATE ledger_entry SET balance_before_kobo = balance_before_kobo + 1, balance_after_kobo = balance_after_kobo + 1 WHERE ${of('delivered')}`,
        'A03',
      ],
      ['A04', 'a purchase was debited twice', `${entry('delivered', 'debit', -1000)}`, 'A04 X04'],
      [
        'A04',
        'a purchase was debited less than its amount',
        `UPDATE purchase SET amount_kobo = amount_kobo + 1 WHERE request_ref = 'delivered'`,
        'A04 X04',
      ],
      ['A05', 'a success was refunded', `${entry('delivered', 'refund', 1000)}`, 'A05 X04'],
      ['A05', 'a failed purchase was refunded twice', `${entry('rejected', 'refund', 1000)}`, 'A05 X04'],
      [
        'A05',
        'a failed purchase was not refunded',
        `DELETE FROM ledger_entry WHERE kind = 'refund' AND ${of('rejected')}`,
        'A01 A03 A05',
      ],
      [
        'A06',
        'an entry names another reference',
        `UPDATE ledger_entry SET reference = 'else' WHERE ${of('delivered')}`,
        'A06',
      ],
      [
        'A06',
        'a purchase has vanished from under its debit',
        `DELETE FROM purchase WHERE request_ref = 'data delivered'`,
        'A06 A08 A13 X04',
      ],
      [
        'A06',
        'a funding hangs on a purchase',
        `UPDATE ledger_entry SET purchase_id = ${id('delivered')}, reference = 'delivered' WHERE id = (SELECT min(id) FROM ledger_entry)`,
        'A06',
      ],
      [
        'A07',
        'two purchases share a reference',
        `UPDATE purchase SET request_ref = 'delivered' WHERE request_ref = 'rejected'`,
        'A06 A07',
      ],
      [
        'A08',
        'a move was not recorded',
        `DELETE FROM purchase_history WHERE to_status = 'pending' AND ${of('data late')}`,
        'A08',
      ],
      [
        'A08',
        'the state is not the one last moved to',
        `UPDATE purchase SET status = 'pending' WHERE request_ref = 'unsent'`,
        'A08',
      ],
      ['A08', 'a purchase has no history', `DELETE FROM purchase_history WHERE ${of('unsent')}`, 'A08'],
      ['A09', 'a failed purchase became a success', `${move('rejected', 'failed', 'success')}`, 'A08 A09'],
      ['A09', 'a success went back to pending', `${move('delivered', 'success', 'pending')}`, 'A08 A09'],
      ['A10', 'a purchase was sent twice', `UPDATE purchase SET sends = 2 WHERE request_ref = 'delivered'`, 'A10'],
      [
        'A10',
        'a success was never sent',
        `UPDATE purchase SET sends = 0, sent_at = NULL WHERE request_ref = 'delivered'`,
        'A10',
      ],
      [
        'A10',
        'a success that was taken back was never sent',
        `UPDATE purchase SET sends = 0, sent_at = NULL, provider_ref = NULL WHERE request_ref = 'taken back'`,
        'A10',
      ],
      [
        'A10',
        'what was sent is marked unsent',
        `UPDATE purchase SET sends = 0, sent_at = NULL WHERE request_ref = 'in doubt'`,
        'A10',
      ],
      [
        'A11',
        'a client was forgotten after its window',
        `UPDATE purchase SET window_ends_at = now() - interval '3 min', claim_expires_at = NULL, next_check_at = now() + interval '1 h' WHERE request_ref = 'sending'`,
        'A11',
      ],
      [
        'A12',
        'an open purchase is never to be checked',
        `UPDATE purchase SET next_check_at = NULL WHERE request_ref = 'in doubt'`,
        'A12',
      ],
      [
        'A12',
        'nobody comes to check an open purchase',
        `UPDATE purchase SET next_check_at = now() - interval '3 min' WHERE request_ref = 'unsent'`,
        'A12',
      ],
      [
        'A13',
        'the news of a failure says success',
        `${event('rejected', 'airtime.purchase.success', 'success')}`,
        'A13',
      ],
      [
        'A13',
        'the news of a success says failure',
        `${event('delivered', 'airtime.purchase.failed', 'failed')}`,
        'A13',
      ],
      [
        'A13',
        'a success that was taken back is told as failed',
        `${event('taken back', 'airtime.purchase.failed', 'failed')}`,
        'A13',
      ],
      [
        'A13',
        'pending is told though it never was',
        `${event('delivered', 'airtime.purchase.pending', 'pending')}`,
        'A13',
      ],
      [
        'A13',
        'a data purchase tells that it is pending',
        `${event('data late', 'data.purchase.pending', 'pending')}`,
        'A13',
      ],
      [
        'A13',
        'a cable purchase tells anything',
        `${event('cable delivered', 'cable_tv.purchase.success', 'success')}`,
        'A13',
      ],
      [
        'A13',
        'event and status differ',
        `UPDATE webhook_event SET status = 'failed' WHERE event LIKE '%success' AND ${of('delivered')}`,
        'A13',
      ],
      ['A13', 'an event was written twice', `${event('delivered', 'airtime.purchase.success', 'success')}`, 'A13'],
      [
        'A13',
        'an event went to another account',
        `UPDATE webhook_event SET account_id = ${account('two')} WHERE ${of('rejected')}`,
        'A13',
      ],
      [
        'A13',
        'an event tells of no purchase',
        `UPDATE webhook_event SET purchase_id = NULL WHERE ${of('data delivered')}`,
        'A13',
      ],
      [
        'A13',
        'a test event tells of a purchase',
        `UPDATE webhook_event SET purchase_id = ${id('unsent')} WHERE event = 'webhook.test'`,
        'A13',
      ],
      [
        'A13',
        'what was sent again is not what was sent',
        `UPDATE webhook_event SET details = 'else' WHERE resent_from IS NOT NULL`,
        'A13',
      ],
      [
        'A13',
        'what was sent again was never sent',
        `UPDATE webhook_event SET resent_from = gen_random_uuid() WHERE resent_from IS NOT NULL`,
        'A13',
      ],
      [
        'A13',
        'a query was told a state that never was',
        `${event('unsent', 'transaction.requery', 'refunded')}`,
        'A13',
      ],
      [
        'A14',
        'an event waits for ever',
        `UPDATE webhook_event SET created_at = now() - interval '3 min' WHERE ${of('data delivered')}`,
        'A14',
      ],
      [
        'A14',
        'an event is being sent for ever',
        `UPDATE webhook_event SET state = 'sending', claimed_at = now() - interval '3 min' WHERE ${of('data delivered')}`,
        'A14',
      ],
      ['A15', 'a token was not written to be sent', `DELETE FROM notification WHERE ${of('power delivered')}`, 'A15'],
      ['A15', 'a token is to be sent twice', `${message('power delivered')}`, 'A15'],
      ['A15', 'a bill that has no token is told of one', `${message('bill paid')}`, 'A15'],
      ['A15', 'a token is told though the disco still keeps it', `${message('token awaited')}`, 'A15'],
      ['A15', 'airtime is told as a token', `${message('delivered')}`, 'A15'],
      [
        'A15',
        'a token is told of a purchase that was refunded instead',
        `UPDATE purchase SET result = '{"token": "12345678901234567890"}' WHERE request_ref = 'power rejected'; ${message('power rejected')}`,
        'A15',
      ],
      [
        'A15',
        'a message belongs to no purchase',
        `UPDATE notification SET purchase_id = gen_random_uuid() WHERE ${of('power taken back')}`,
        'A15',
      ],
      [
        'A15',
        'a token waits for ever',
        `UPDATE notification SET next_attempt_at = now() - interval '3 min' WHERE ${of('power delivered')}`,
        'A15',
      ],
    ];

    test.each(drifts)('%s: %s', async (expected, _what, corruption, noticed) => {
      await sql.query(corruption);

      const { sound, findings } = await verifyBooks(db);

      const reported = findings.filter(({ count }) => count > 0);
      expect(reported.map(({ id }) => id).join(' ')).toBe(noticed);
      expect(reported.find(({ id }) => id === expected)?.rows.length).toBeGreaterThan(0);
      expect(sound).toBe(false);
    });

    test('a thousand faults do not flood the screen, and are all counted', async () => {
      await sql.query(`${event('rejected', 'airtime.purchase.success', 'success')} FROM generate_series(1, 1000)`);

      const finding = (await verifyBooks(db)).findings.find(({ id }) => id === 'A13');

      expect(finding).toMatchObject({ count: 1_000 });
      expect(finding?.rows).toHaveLength(20);
    });
  });
});

// ---- a small world in which everything that can happen to a purchase has happened, through the functions the service uses

async function buildWorld(): Promise<void> {
  const one = await openAccount('one', true);
  const two = await openAccount('two', false);

  await settle([await purchase(one, 'AIRTIME', 'delivered')], 'success');
  await settle([await purchase(one, 'AIRTIME', 'rejected')], 'failed');
  const late = await purchase(one, 'AIRTIME', 'late');
  await claim(late);
  await markPending(db, [late], 'client_told_pending', 'wait');
  await settlePurchases(db, [settlement(late, 'success')], { wait: true });

  const doubt = await purchase(one, 'AIRTIME', 'in doubt');
  await claim(doubt);
  await settlePurchases(db, [{ ...settlement(doubt, 'open'), nextCheckMs: 3_600_000 }], { wait: true });
  await markPending(db, [doubt], 'client_told_pending', 'wait');
  await claim(await purchase(one, 'AIRTIME', 'sending'));
  await purchase(one, 'AIRTIME', 'unsent');

  const givenUp = await purchase(one, 'AIRTIME', 'given up');
  await settlePurchases(db, [{ ...settlement(givenUp, 'refunded'), ground: 'never_sent' }], { wait: true });
  const takenBack = await purchase(one, 'AIRTIME', 'taken back');
  await settle([takenBack], 'success');
  await reversePurchase(db, takenBack, 'operator: test', 'taken back');

  await settle([await purchase(one, 'DATA', 'data delivered')], 'success');
  const dataLate = await purchase(one, 'DATA', 'data late');
  await markPending(db, [dataLate], 'client_told_pending', 'wait');
  await settle([dataLate], 'failed');
  await settle([await purchase(one, 'CABLE_TV', 'cable delivered')], 'success');
  await settle([await purchase(one, 'ELECTRICITY', 'power rejected')], 'failed');
  await settle([await purchase(two, 'AIRTIME', 'untold')], 'success');
  await buildElectricity(two);

  for (const each of [late, givenUp, takenBack, doubt]) await insertRequeryEvent(db, each);
  const [receiver] = await listWaitingReceivers(db, 0);
  for (const httpStatus of [200, 500]) {
    const [event] = await claimNextEvents(db, receiver ? [receiver] : []);
    await finishEvents(db, [
      { id: event?.id ?? '', httpStatus, durationMs: 5, error: null, response: null, sentAt: null },
    ]);
  }
  await createKey({ db, masterKey: Buffer.alloc(32, 1) }, one, 'test');
  const asking = { accountId: one, askedBy: 'somebody' };
  expect(await insertTestEvent(db, asking)).toEqual({ id: expect.any(String) });
  for (const { id: told } of await db.webhookEvent.findMany({ where: { finishedAt: { not: null } } }))
    expect(await insertResend(db, told, asking)).toEqual({ id: expect.any(String) });
}

/**
 * The SQL that puts the world back as it is now, as if it had come about in the moment that it runs. It passes over all that keeps wrong facts out, so its session
 * does not heed that for its time.
 */
async function keepWorld(): Promise<string> {
  const { rows } = await sql.query<{ name: string; columns: string; values: string }>(`
    SELECT table_name AS name, string_agg(quote_ident(column_name), ', ') AS columns,
           string_agg(quote_ident(column_name) || CASE data_type WHEN 'timestamp with time zone' THEN ' + age.age' ELSE '' END, ', ') AS values
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' GROUP BY table_name`);
  const tables = rows.map(({ name }) => name);
  await sql.query(`CREATE SCHEMA kept; CREATE TABLE kept.built AS SELECT now() AS at`);
  for (const table of tables) await sql.query(`CREATE TABLE kept.${table} AS TABLE ${table}`);
  const copies = rows.map(
    ({ name, columns, values }) =>
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${values} FROM kept.${name}, (SELECT now() - at AS age FROM kept.built) AS age`,
  );
  const heedless = `SET LOCAL session_replication_role = replica`;
  return ['BEGIN', heedless, ...tables.map((table) => `DELETE FROM ${table}`), ...copies, 'COMMIT'].join(';\n');
}

/** Prepaid with its token, at once, after a wait and taken back; prepaid without; postpaid. */
async function buildElectricity(accountId: string): Promise<void> {
  const vend = async (ref: string, result: Record<string, unknown>): Promise<string> => {
    const one = await purchase(accountId, 'ELECTRICITY', ref);
    await claim(one);
    await settlePurchases(db, [{ ...settlement(one, 'success'), result }], { wait: true });
    return one;
  };
  await vend('power delivered', { token: TOKEN });
  const takenBack = await vend('power taken back', { token: TOKEN });
  await reversePurchase(db, takenBack, 'operator: test', 'taken back');
  await finishNotification(db, (await messageOf(takenBack)) ?? '', null);
  await vend('bill paid', { token: null });

  for (const ref of ['token awaited', 'token late']) {
    const awaited = await purchase(accountId, 'ELECTRICITY', ref);
    await claim(awaited);
    const open = { ...settlement(awaited, 'open'), nextCheckMs: 3_600_000, result: { token_awaited: true } };
    await settlePurchases(db, [open], { wait: true });
    if (ref === 'token awaited') continue;
    await settlePurchases(db, [{ ...settlement(awaited, 'success'), ground: 'requery', result: { token: TOKEN } }], {
      wait: true,
    });
    await finishNotification(db, (await messageOf(awaited)) ?? '', 'Termii answered HTTP 500');
  }
}

const TOKEN = '12345678901234567890';

const messageOf = async (purchaseId: string) => (await db.notification.findFirst({ where: { purchaseId } }))?.id;

async function openAccount(name: string, told: boolean): Promise<string> {
  const account = await createAccount(db, { name, tier: 'standard' });
  if (typeof account === 'string') throw new Error(account);
  await fundWallet(db, account.id, 100_000n, 'opening');
  if (told) await setWebhookUrl(db, account.id, 'https://client.example/hook');
  return account.id;
}

/** Accepts a purchase of ten naira. */
async function purchase(
  accountId: string,
  productType: ProductType,
  requestRef: string = randomUUID(),
): Promise<string> {
  const deps = { accepter: createAccepter({ db, clock: systemClock }), provider: { name: 'vtpass' } };
  return (await acceptPurchase(deps, accountId, orderFor(productType, { requestRef }), 15_000)).id;
}

async function claim(id: string): Promise<void> {
  const options = { token: randomUUID(), leaseMs: 75_000, startWithinMs: 60_000 };
  expect(await claimPurchases(db, [{ id, providerRef: `ref-${id}` }], options)).toHaveLength(1);
}

async function settle(ids: string[], goal: 'success' | 'failed'): Promise<void> {
  for (const id of ids) await claim(id);
  const rows = await settlePurchases(
    db,
    ids.map((id) => settlement(id, goal)),
    { wait: true },
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'settled'));
}

const settlement = (id: string, goal: Settlement['goal']): Settlement => ({
  id,
  goal,
  ground: 'answer',
  cause: 'test',
  message: goal,
});

// ---- what somebody with a database console, a bug or a broken disk can do to it

/** Takes away, in the test's own session and database, all that keeps wrong facts out. */
async function unguard(): Promise<void> {
  await sql.query(`
    SET session_replication_role = replica;
    DROP INDEX purchase_request_ref_key, ledger_once_per_purchase, webhook_event_own_once, notification_purchase_id_kind_key;
    DO $$ DECLARE c record; BEGIN
      FOR c IN SELECT conrelid::regclass AS tab, conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.tab, c.conname);
      END LOOP;
    END $$;`);
}

function id(requestRef: string): string {
  return `(SELECT id FROM purchase WHERE request_ref = '${requestRef}')`;
}

function of(requestRef: string): string {
  return `purchase_id = ${id(requestRef)}`;
}

function account(name: string): string {
  return `(SELECT id FROM account WHERE name = '${name}')`;
}

/** Adds a ledger entry that fits its wallet: nothing but the purchase itself tells that it is one too many. */
function entry(requestRef: string, kind: string, amount: number): string {
  return `
    WITH moved AS (UPDATE wallet SET balance_kobo = balance_kobo + ${amount} WHERE account_id = ${account('one')} RETURNING account_id, balance_kobo)
    INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference)
    SELECT account_id, ${id(requestRef)}, '${kind}', ${amount}, balance_kobo - ${amount}, balance_kobo, '${requestRef}' FROM moved`;
}

/** Moves a purchase and records it, as the trigger would if it let it pass. */
function move(requestRef: string, from: string, to: string): string {
  return `INSERT INTO purchase_history (purchase_id, from_status, to_status, cause) VALUES (${id(requestRef)}, '${from}', '${to}', 'test')`;
}

function event(requestRef: string, name: string, status: string): string {
  return `
    INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
    SELECT ${account('one')}, ${id(requestRef)}, '${name}', '${status}', 'test'`;
}

function message(requestRef: string): string {
  return `INSERT INTO notification (purchase_id, kind, next_attempt_at) VALUES (${id(requestRef)}, 'token_sms', now() + interval '1 h')`;
}
