import { randomUUID } from 'node:crypto';
import { AS_OPS, giveMoney, type TestDatabase, testDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { createAccount, setWebhookUrl } from '../../account/account.store';
import { createKey } from '../../api-key/create-key';
import { finishNotification } from '../../notification/notification.store';
import type { ProductType } from '../../product/products';
import { createAccepter } from '../../purchase/accept/accept-batcher';
import { acceptPurchase } from '../../purchase/accept/accept-purchase';
import { claimPurchases } from '../../purchase/send/claim.store';
import { openNextAttempts } from '../../purchase/send/next-attempt.store';
import { recordSettlements, type SettlementItem } from '../../purchase/settle/settle.store';
import type { Delivered } from '../../purchase/settle/settlement';
import { markPending } from '../../purchase/wait/waiting.store';
import { closeDay } from '../../reconciliation/decide/close-day';
import { reconcile } from '../../reconciliation/judge/reconcile';
import { recordPull, recordRows } from '../../reconciliation/sources/statement.store';
import { systemClock } from '../../shared/clock';
import { type Db, openDatabase } from '../../shared/db';
import { account, drifts, event, of } from '../../testing/drifts';
import { driftsOfClosedDays } from '../../testing/drifts-of-closed-days';
import { driftsOfCollections } from '../../testing/drifts-of-collections';
import { addOrderedPlan, orderFor } from '../../testing/purchases';
import { dayInLagos, lagosMidnight } from '../../time/lagos-time';
import { claimNextEvents, finishEvents, insertRequeryEvent, listWaitingReceivers } from '../../webhook/event.store';
import { insertResend, insertTestEvent } from '../../webhook/manual-delivery.store';
import { readDrift } from './books.store';
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

describe('the verification reports drift that is none, or misses some', () => {
  beforeEach(openHome);
  afterEach(closeHome);

  test('an empty database is sound', async () => {
    expect(await verifyBooks(db)).toMatchObject({ sound: true, totals: { purchases: 0, fundedKobo: 0n } });
    expect(await readDrift(db)).toBe(0n);
  });

  test('money that moves during the verification is not taken for drift', async () => {
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

  test('amounts that no JavaScript number holds are compared to the kobo', async () => {
    const account = await openAccount('rich', false);
    await giveMoney(db, account, 9_007_199_254_740_993n, 'more');
    await unguard();
    await sql.query('UPDATE wallet SET balance_kobo = balance_kobo - 1 WHERE account_id = $1', [account]);

    const { totals, findings } = await verifyBooks(db);

    expect(totals.fundedKobo - totals.balancesKobo).toBe(1n);
    expect(findings[0]?.rows).toEqual([
      { accountId: account, balanceKobo: 9_007_199_254_840_992n, ledgerKobo: 9_007_199_254_840_993n },
    ]);
  });
});

describe('with every course that a purchase can take', () => {
  let rebuild: string;

  beforeAll(async () => {
    await openHome();
    await buildWorld();
    rebuild = await keepWorld();
  });
  afterAll(closeHome);
  beforeEach(() => sql.query(rebuild));

  test('the books are sound: false findings would teach operators to ignore true ones', async () => {
    const { sound, totals, findings } = await verifyBooks(db);

    expect(findings.filter(({ count }) => count > 0)).toEqual([]);
    expect(sound).toBe(true);
    expect(findings.map(({ id }) => id).join(' ')).toBe(
      'A01 A02 A03 A04 A05 A06 A07 A08 A09 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19 A20 A21 A22 A23 A24 A25 F01 F02 F03 R01 R02 R03 R04 X04',
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

  test('the check of every minute sees drift, and differences do not cancel out', async () => {
    expect(await readDrift(db)).toBe(0n);
    await sql.query(`UPDATE wallet SET balance_kobo = balance_kobo + 5 WHERE account_id = ${account('one')}`);
    await sql.query(`UPDATE wallet SET balance_kobo = balance_kobo - 7 WHERE account_id = ${account('two')}`);
    expect(await readDrift(db)).toBe(12n);
  });

  test('a purchase under review does not count as forgotten', async () => {
    await sql.query(`UPDATE purchase SET next_check_at = NULL, needs_review = true WHERE request_ref = 'in doubt'`);

    expect((await verifyBooks(db)).sound).toBe(true);
  });

  test('a success that was reversed before reversals had an event is no finding', async () => {
    const event = `event = 'airtime.purchase.failed' AND ${of('taken back')}`;
    expect((await sql.query(`DELETE FROM webhook_event WHERE ${event}`)).rowCount).toBe(1);

    expect((await verifyBooks(db)).sound).toBe(true);
  });

  test('an event that waits while others of its account are sent is no finding', async () => {
    await sql.query(`UPDATE webhook_event SET created_at = now() - interval '3 min' WHERE ${of('data delivered')}`);

    expect((await verifyBooks(db)).sound).toBe(true);
  });

  test('the limits of lateness can be set: after a fault run nothing may be late', async () => {
    await sql.query(`UPDATE notification SET next_attempt_at = now() WHERE ${of('power delivered')}`);

    const { findings } = await verifyBooks(db, { deliveryMs: 0 });

    expect(findings.filter(({ count }) => count > 0).map(({ id }) => id)).toEqual(['A14', 'A15']);
  });

  describe('wrong money stays unnoticed', () => {
    beforeAll(unguard);

    test.each([...drifts, ...driftsOfClosedDays, ...driftsOfCollections])(
      '%s finds it when %s',
      async (check, _what, change, found) => {
        await sql.query(change);

        const { sound, findings } = await verifyBooks(db);

        const reported = findings.filter(({ count }) => count > 0);
        expect(reported.map(({ id }) => id).join(' ')).toBe(found);
        expect(reported.find(({ id }) => id === check)?.rows.length).toBeGreaterThan(0);
        expect(sound).toBe(false);
      },
    );

    test('a thousand violations are all counted, and 20 of them are shown', async () => {
      await sql.query(`${event('rejected', 'airtime.purchase.success', 'success')} FROM generate_series(1, 1000)`);

      const finding = (await verifyBooks(db)).findings.find(({ id }) => id === 'A13');

      expect(finding).toMatchObject({ count: 1_000 });
      expect(finding?.rows).toHaveLength(20);
    });
  });
});

// ---- a small world with every course that a purchase can take, made by the functions of the service

async function buildWorld(): Promise<void> {
  const one = await openAccount('one', true);
  const two = await openAccount('two', false);

  await settle([await purchase(one, 'AIRTIME', 'delivered')], 'success');
  await settle([await purchase(one, 'AIRTIME', 'rejected')], 'failed');
  const late = await purchase(one, 'AIRTIME', 'late');
  await claim(late);
  await markPending(db, [late], 'client_told_pending', 'wait');
  await recordSettlements(db, [settlement(late, 'success')], { wait: true });

  const doubt = await purchase(one, 'AIRTIME', 'in doubt');
  await claim(doubt);
  await recordSettlements(db, [{ ...settlement(doubt, 'open'), next_check_ms: 3_600_000 }], { wait: true });
  await markPending(db, [doubt], 'client_told_pending', 'wait');
  await claim(await purchase(one, 'AIRTIME', 'sending'));
  await purchase(one, 'AIRTIME', 'unsent');

  const givenUp = await purchase(one, 'AIRTIME', 'given up');
  await recordSettlements(db, [{ ...settlement(givenUp, 'refunded'), basis: 'never_sent' }], { wait: true });
  const takenBack = await purchase(one, 'AIRTIME', 'taken back');
  await settle([takenBack], 'success');
  await sql.query(`SELECT record_reversal($1, 'operator: test', 'taken back')`, [takenBack]);

  await addOrderedPlan(db);
  const elsewhere = await purchase(one, 'DATA', 'data delivered');
  await sendElsewhere(elsewhere);
  await settle([elsewhere], 'success', 2);
  await closeDays(elsewhere);
  const dataLate = await purchase(one, 'DATA', 'data late');
  await markPending(db, [dataLate], 'client_told_pending', 'wait');
  await settle([dataLate], 'failed');
  await settle([await purchase(one, 'CABLE_TV', 'cable delivered')], 'success');
  await settle([await purchase(one, 'ELECTRICITY', 'power rejected')], 'failed');
  await settle([await purchase(two, 'AIRTIME', 'untold')], 'success');
  await buildElectricity(two);

  for (const each of [late, givenUp, takenBack, doubt]) await insertRequeryEvent(db, each, null);
  const [receiver] = await listWaitingReceivers(db, 0);
  for (const httpStatus of [200, 500]) {
    const [event] = await claimNextEvents(db, receiver ? [receiver] : []);
    await finishEvents(db, [
      { id: event?.id ?? '', httpStatus, durationMs: 5, error: null, response: null, timestamp: null },
    ]);
  }
  await createKey({ db, masterKey: Buffer.alloc(32, 1) }, one, 'test');
  const asking = { accountId: one, askedBy: 'user-1' };
  expect(await insertTestEvent(db, 'data.purchase.failed', asking)).toEqual({
    kind: 'written',
    id: expect.any(String),
  });
  for (const { id: finished } of await db.webhookEvent.findMany({ where: { finishedAt: { not: null } } }))
    expect(await insertResend(db, finished, asking)).toEqual({ kind: 'written', id: expect.any(String) });
}

/**
 * The SQL that restores the world as it is now, with all times moved to the moment it runs. Its session ignores
 * triggers and foreign keys meanwhile.
 */
async function keepWorld(): Promise<string> {
  const { rows } = await sql.query<{ name: string; columns: string; values: string }>(`
    SELECT table_name AS name, string_agg(quote_ident(column_name), ', ') AS columns,
           string_agg(quote_ident(column_name)
                      || CASE data_type WHEN 'timestamp with time zone' THEN ' + age.age' ELSE '' END, ', ') AS values
      FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
       AND table_name NOT IN (SELECT v.table_name FROM information_schema.views v WHERE NOT v.is_updatable::boolean)
       AND table_name NOT IN (SELECT c.relname FROM pg_class c WHERE c.relispartition) -- their rows are their table's
     GROUP BY table_name`);
  const tables = rows.map(({ name }) => name);
  await sql.query(`CREATE SCHEMA kept; CREATE TABLE kept.built AS SELECT now() AS at`);
  for (const table of tables) await sql.query(`CREATE TABLE kept.${table} AS TABLE ${table}`);
  const copies = rows.map(
    ({ name, columns, values }) =>
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${values} FROM kept.${name}, (SELECT now() - at AS age FROM kept.built) AS age`,
  );
  const withoutGuards = `SET LOCAL session_replication_role = replica`;
  return ['BEGIN', withoutGuards, ...tables.map((table) => `DELETE FROM ${table}`), ...copies, 'COMMIT'].join(';\n');
}

/** Prepaid with its token, at once, after a wait, and reversed; prepaid without a token; postpaid. */
async function buildElectricity(accountId: string): Promise<void> {
  const vend = async (ref: string, delivered: Delivered): Promise<string> => {
    const one = await purchase(accountId, 'ELECTRICITY', ref);
    await claim(one);
    await recordSettlements(db, [{ ...settlement(one, 'success'), delivered }], { wait: true });
    return one;
  };
  await vend('power delivered', { token: TOKEN });
  const takenBack = await vend('power taken back', { token: TOKEN });
  await sql.query(`SELECT record_reversal($1, 'operator: test', 'taken back')`, [takenBack]);
  await finishNotification(db, (await messageOf(takenBack)) ?? '', 'sent', null);
  await vend('bill paid', { token: null });

  for (const ref of ['token awaited', 'token late']) {
    const awaited = await purchase(accountId, 'ELECTRICITY', ref);
    await claim(awaited);
    const open = { ...settlement(awaited, 'open'), next_check_ms: 3_600_000, token_awaited: true };
    await recordSettlements(db, [open], { wait: true });
    if (ref === 'token awaited') continue;
    await recordSettlements(
      db,
      [{ ...settlement(awaited, 'success'), basis: 'requery', delivered: { token: TOKEN } }],
      {
        wait: true,
      },
    );
    await finishNotification(db, (await messageOf(awaited)) ?? '', 'failed', 'Termii answered HTTP 500');
  }
}

const TOKEN = '12345678901234567890';

const messageOf = async (purchaseId: string) => (await db.notification.findFirst({ where: { purchaseId } }))?.id;

async function openAccount(name: string, hasUrl: boolean): Promise<string> {
  const account = await createAccount(db, { name, tier: 'standard' }, AS_OPS);
  if (account.kind !== 'created') throw new Error(account.kind);
  await giveMoney(db, account.id, 100_000n, 'opening');
  if (hasUrl) await setWebhookUrl(db, account.id, 'https://client.example/hook');
  return account.id;
}

/** Accepts a purchase of ten naira. */
async function purchase(
  accountId: string,
  productType: ProductType,
  requestRef: string = randomUUID(),
): Promise<string> {
  const deps = { accepter: createAccepter({ db, clock: systemClock }), provider: { name: 'vtpass' } };
  return (await acceptPurchase(deps, { accountId, keyId: null }, orderFor(productType, { requestRef }), 15_000)).id;
}

async function claim(id: string): Promise<void> {
  const options = { serves: ['vtpass', 'monnify'], token: randomUUID(), leaseMs: 75_000, startWithinMs: 60_000 };
  expect(await claimPurchases(db, [{ id, providerRef: `ref-${id}` }], options)).toHaveLength(1);
}

/** The statement of the provider that delivered it is read, and three days are signed. */
async function closeDays(id: string): Promise<void> {
  const { provider, providerRef, sentAt } = await db.purchase.findUniqueOrThrow({ where: { id } });
  const at = sentAt ?? new Date();
  const since = lagosMidnight(at);
  const sale = { rowId: 'sale', at, direction: 'debit', kind: 'sale', amountKobo: 900n, providerRef, raw: {} } as const;
  const rest = { providerTransactionId: null, balanceBeforeKobo: 5_000n, balanceAfterKobo: 4_100n };
  expect(await recordRows(db, provider, 'api', [{ ...sale, ...rest }])).toMatchObject({ added: 1 });
  const until = new Date(since.getTime() + 4 * DAY_MS);
  await recordPull(db, { provider, source: 'api', since, until, rows: 1, added: 1, fault: null });
  expect(await reconcile(db, provider)).toMatchObject({ matched: 1, open: 0 });
  for (const n of [0, 1, 2]) {
    const day = dayInLagos(new Date(since.getTime() + n * DAY_MS));
    const closing = await db.$transaction((tx) => closeDay(tx, { provider, day, now: until, by: 'ada@example.com' }));
    expect(closing.kind).toBe('closed');
  }
}

const DAY_MS = 86_400_000;

/** The first provider refuses it, and another one is to be asked. */
async function sendElsewhere(id: string): Promise<void> {
  await claim(id);
  const item = { id, attempt: 1, outcome: 'refused', basis: 'answer', missingCount: 0, evidence: {} } as const;
  const { providerOrder } = orderFor('DATA');
  const decision = { version: null, chosen: 'monnify', passed: [] };
  const next = { ...item, provider: 'monnify', providerOrder, decision };
  expect(await openNextAttempts(db, [next], { leastLeftMs: 1_000, startMs: 2_000 })).toEqual([true]);
}

async function settle(ids: string[], target_status: 'success' | 'failed', attempt = 1): Promise<void> {
  for (const id of ids) await claim(id);
  const rows = await recordSettlements(
    db,
    ids.map((id) => ({ ...settlement(id, target_status), attempt })),
    { wait: true },
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'settled'));
}

const settlement = (id: string, target_status: SettlementItem['target_status']): SettlementItem => ({
  id,
  target_status,
  basis: 'answer',
  cause: 'test',
  message: target_status,
});

// ---- what a person with a database console, a bug or a broken disk can do to it

/** Removes, in the test's own session and database, everything that keeps wrong facts out. */
async function unguard(): Promise<void> {
  await sql.query(`
    SET session_replication_role = replica;
    DROP INDEX purchase_request_ref_account_id_key, ledger_once_per_purchase, webhook_event_of_purchase, webhook_event_one_test,
               notification_purchase_id_kind_key;
    DO $$ DECLARE c record; BEGIN
      FOR c IN SELECT conrelid::regclass AS tab, conname FROM pg_constraint
                WHERE contype = 'c' AND connamespace = 'public'::regnamespace LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.tab, c.conname);
      END LOOP;
    END $$;`);
}
