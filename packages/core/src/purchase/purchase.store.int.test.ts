import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import type { Db } from '../shared/db';
import { newId } from '../shared/ids';
import { itemFor, purchasesIn } from '../testing/purchases';
import type { AcceptItem } from './accept/accept.store';
import { findPurchase } from './purchase.store';
import { takeDuePurchases } from './requery/due.store';
import { claimPurchases } from './send/claim.store';
import { isFinal, legalMoves, type PurchaseStatus, purchaseStates } from './status';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url, 8);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

const purchases = purchasesIn(() => db);
const { accept, claim, settle, row } = purchases;

/** Airtime of this amount. */
const item = (accountId: string, amountKobo: bigint, requestRef = newId()): AcceptItem =>
  itemFor(accountId, 'AIRTIME', { amountKobo, requestRef });

/** Airtime of a hundred naira, accepted and claimed. */
const sent = (accountId: string, options: { leaseOver?: boolean; recipient?: string } = {}) =>
  purchases.sent(accountId, 'AIRTIME', { amountKobo: 10_000n, ...options });

describe('claim: a purchase is sent at most once', () => {
  test('of many workers that claim one purchase exactly one gets it', async () => {
    const one = item(await fundedAccount(db, 10_000n), 10_000n);
    await accept([one]);
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim([one.id])));
    expect(claims.flat()).toHaveLength(1);
    const { id, requestRef, productType, amountKobo, recipient, providerOrder } = one;
    expect(claims.flat()[0]).toEqual({
      ...{ id, requestRef, productType, amountKobo, recipient, providerOrder },
      providerRef: `ref-${one.id}`,
    });
    expect(await db.purchase.findUniqueOrThrow({ where: { id } })).toMatchObject({
      sends: 1,
      providerRef: `ref-${one.id}`,
    });
  });

  test('what is final, or too old to be begun, is not claimed', async () => {
    const accountId = await fundedAccount(db, 30_000n);
    const [done, old] = [item(accountId, 10_000n), item(accountId, 10_000n)];
    await accept([done, old]);
    await settle({ id: done.id, target_status: 'refunded', basis: 'never_sent' });
    expect(await claim([done.id])).toEqual([]);
    const tooOld = await claimPurchases(db, [{ id: old.id, providerRef: 'x' }], {
      token: newId(),
      leaseMs: 1,
      startWithinMs: 0,
    });
    expect(tooOld).toEqual([]);
  });
});

describe('the sweep hands each due purchase to one sweeper', () => {
  test('two that sweep at once share what is due', async () => {
    const accountId = await fundedAccount(db, 100_000n);
    const items = Array.from({ length: 10 }, () => item(accountId, 1_000n));
    await accept(items);
    await db.$executeRaw`UPDATE purchase SET next_check_at = now() - interval '1 second' WHERE account_id = ${accountId}::uuid`;
    const take = () => takeDuePurchases(db, ['AIRTIME'], { limit: 100, startMs: 2_000, holdMs: 60_000 });
    const taken = (await Promise.all([take(), take(), take()]))
      .flat()
      .filter((due) => items.some(({ id }) => id === due.id));
    expect(new Set(taken.map(({ id }) => id)).size).toBe(10);
    expect(taken).toHaveLength(10);
    expect(taken[0]).toMatchObject({ sends: 0, sinceSendMs: null, ageMs: expect.any(Number) });
    expect(await takeDuePurchases(db, ['DATA'], { limit: 100, startMs: 0, holdMs: 0 })).toEqual([]);
  });
});

describe('the database itself refuses what must never happen', () => {
  let id: string;
  let accountId: string;
  beforeAll(async () => {
    accountId = await fundedAccount(db, 1_000_000n);
    id = await sent(accountId);
    await settle({ id, target_status: 'success', basis: 'answer' });
  });

  test.each([
    [
      'success to pending',
      (of: string) => `UPDATE purchase SET status = 'pending', final_at = NULL WHERE id = '${of}'`,
    ],
    ['success to failed', (of: string) => `UPDATE purchase SET status = 'failed' WHERE id = '${of}'`],
    ['another amount', (of: string) => `UPDATE purchase SET amount_kobo = 1 WHERE id = '${of}'`],
    [
      'another order for the provider',
      (of: string) =>
        `UPDATE purchase SET provider_order = provider_order || '{"serviceId": "glo"}' WHERE id = '${of}'`,
    ],
    ['another recipient', (of: string) => `UPDATE purchase SET recipient = '0' WHERE id = '${of}'`],
    ['unsending', (of: string) => `UPDATE purchase SET sends = 0, sent_at = NULL WHERE id = '${of}'`],
    ['sending twice', (of: string) => `UPDATE purchase SET sends = 2 WHERE id = '${of}'`],
    [
      'another provider reference after the send',
      (of: string) => `UPDATE purchase SET provider_ref = 'x' WHERE id = '${of}'`,
    ],
    ['deleting a purchase', (of: string) => `DELETE FROM purchase WHERE id = '${of}'`],
    ['editing the ledger', (of: string) => `UPDATE ledger_entry SET amount_kobo = 5 WHERE purchase_id = '${of}'`],
    ['deleting from the ledger', (of: string) => `DELETE FROM ledger_entry WHERE purchase_id = '${of}'`],
    ['editing the history', (of: string) => `UPDATE purchase_history SET cause = '' WHERE purchase_id = '${of}'`],
    ['emptying the ledger', () => 'TRUNCATE ledger_entry'],
    ['emptying the purchases', () => 'TRUNCATE purchase CASCADE'],
    ['emptying the history', () => 'TRUNCATE purchase_history'],
    ['deleting a wallet', () => 'DELETE FROM wallet'],
    ['a negative balance', () => 'UPDATE wallet SET balance_kobo = -1'],
    [
      'a second debit',
      (of: string) =>
        `INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference) SELECT account_id, id, 'debit', -1, 1, 0, 'x' FROM purchase WHERE id = '${of}'`,
    ],
    [
      'a purchase born final',
      () =>
        `INSERT INTO purchase (id, account_id, request_ref, product_type, status, amount_kobo, recipient, details, description, provider, provider_order, cause, final_at) SELECT gen_random_uuid(), account_id, 'born', product_type, 'failed', 1, '0', '{}', '', 'x', '{}', 'x', now() FROM purchase LIMIT 1`,
    ],
  ])('%s', async (_what, statement) => {
    await expect(db.$executeRawUnsafe(statement(id))).rejects.toThrow(/TP002|23514|23505/);
  });

  const pairs = purchaseStates.flatMap((from) =>
    purchaseStates.filter((to) => to !== from).map((to) => [from, to] as const),
  );
  test.each(pairs)('the move %s to %s is as legal as the state machine says', async (from, to) => {
    const moved = await sent(accountId);
    const move = (status: PurchaseStatus) =>
      db.$executeRawUnsafe(
        `UPDATE purchase SET status = '${status}', final_at = ${isFinal(status) ? 'now()' : 'NULL'}, next_check_at = NULL, window_ends_at = NULL, claim_token = NULL WHERE id = '${moved}'`,
      );
    if (from !== 'initiated') await move(from);
    const legal = legalMoves.some((one) => one.from === from && one.to === to);
    if (legal) await expect(move(to)).resolves.toBe(1);
    else await expect(move(to)).rejects.toThrow(/TP002/);
  });

  test('every move is in the history with its cause', async () => {
    const moves = await db.purchaseHistory.findMany({ where: { purchaseId: id }, orderBy: { id: 'asc' } });
    expect(moves.map(({ fromStatus, toStatus, cause }) => [fromStatus, toStatus, cause])).toEqual([
      [null, 'initiated', 'accepted'],
      ['initiated', 'success', 'test'],
    ]);
  });

  test('a purchase is found by its reference with the balances around its debit', async () => {
    const { requestRef } = await row(id);
    expect((await findPurchase(db, requestRef))?.balances).toEqual({ before: 1_000_000n, after: 990_000n });
    expect(await findPurchase(db, 'nobody')).toBeNull();
  });
});
