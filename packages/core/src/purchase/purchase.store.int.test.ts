import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import fc from 'fast-check';
import { type Db, databaseFault } from '../shared/db';
import { newId } from '../shared/ids';
import { itemFor, purchasesIn } from '../testing/purchases';
import { getWalletBalance } from '../wallet/wallet.store';
import { type AcceptItem, acceptPurchases, databaseNow } from './accept/accept.store';
import { findPurchase } from './purchase.store';
import { takeDuePurchases } from './requery/due.store';
import { claimPurchases } from './send/claim.store';
import { recordSettlements, reversePurchase, type SettlementItem } from './settle/settle.store';
import { isFinal, legalMoves, type PurchaseStatus, purchaseStates } from './status';
import { markPending } from './wait/waiting.store';

let database: TestDatabase;
let db: Db;

const purchases = purchasesIn(() => db);
const { accept, claim, settle, row } = purchases;

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url, 8);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

/** Airtime of this amount. */
const item = (accountId: string, amountKobo: bigint, requestRef = newId()): AcceptItem =>
  itemFor(accountId, 'AIRTIME', { amountKobo, requestRef });

/** Airtime of a hundred naira, accepted and claimed. */
const sent = (accountId: string, options: { leaseOver?: boolean; recipient?: string } = {}) =>
  purchases.sent(accountId, 'AIRTIME', { amountKobo: 10_000n, ...options });

describe('accept: money is taken exactly once, exactly when it is there', () => {
  test('a batch gives the answers, balances and ledger of one-by-one execution in arrival order', async () => {
    const amounts = fc.array(
      fc.record({ amount: fc.bigInt({ min: 1n, max: 400n }), ref: fc.integer({ min: 0, max: 12 }) }),
      {
        minLength: 1,
        maxLength: 25,
      },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(amounts, { minLength: 1, maxLength: 4 }),
        fc.bigInt({ min: 0n, max: 2_000n }),
        async (batches, opening) => {
          const accountId = await fundedAccount(db, opening);
          const run = newId();
          const model = oneByOne(opening);
          for (const batch of batches) {
            const rows = await accept(batch.map(({ amount, ref }) => item(accountId, amount, `${run}${ref}`)));
            expect(
              rows.map(({ outcome, balanceBeforeKobo, balanceAfterKobo }) => [
                outcome,
                balanceBeforeKobo,
                balanceAfterKobo,
              ]),
            ).toEqual(batch.map(model.accept));
          }
          expect(await getWalletBalance(db, accountId)).toBe(model.balance());
          await expectChained(accountId);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('many processes at one wallet never spend more than is there', async () => {
    const accountId = await fundedAccount(db, 99_000n);
    const rows = (await Promise.all(Array.from({ length: 120 }, () => accept([item(accountId, 1_000n)])))).flat();
    expect(rows.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(99);
    expect(rows.filter(({ outcome }) => outcome === 'insufficient')).toHaveLength(21);
    expect(await getWalletBalance(db, accountId)).toBe(0n);
    await expectChained(accountId);
  });

  test('accounts that fight over the same references each get one of two answers and no deadlock', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => fundedAccount(db, 1_000_000n)));
    const refs = Array.from({ length: 12 }, () => newId());
    const rounds = Array.from({ length: 24 }, (_, i) => {
      const order = i % 2 === 0 ? refs : [...refs].reverse();
      return accept(order.map((ref) => item(accounts[i % 4] ?? '', 100n, ref)));
    });
    const rows = (await Promise.all(rounds)).flat();
    expect(rows.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(12);
    expect(rows.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(rows.length - 12);
  });

  test('the same ids again, after a lost answer, are told what stands and nothing moves', async () => {
    const accountId = await fundedAccount(db, 1_000n);
    const items = [item(accountId, 600n), item(accountId, 600n), item(accountId, 300n)];
    const first = await accept(items);
    const again = await accept(items);
    expect(first.map(({ outcome }) => outcome)).toEqual(['accepted', 'insufficient', 'accepted']);
    expect(
      again.map(({ outcome, balanceBeforeKobo, balanceAfterKobo }) => [outcome, balanceBeforeKobo, balanceAfterKobo]),
    ).toEqual([
      ['accepted', 1_000n, 400n],
      ['insufficient', null, null],
      ['accepted', 400n, 100n],
    ]);
    expect(await getWalletBalance(db, accountId)).toBe(100n);
  });

  test('an attempt that runs after its caller has given up writes nothing', async () => {
    const accountId = await fundedAccount(db, 1_000n);
    const late = acceptPurchases(db, [item(accountId, 100n)], {
      notAfter: (await databaseNow(db)) - 1,
      wait: true,
      startMs: 1,
    });
    await expect(late.catch(databaseFault)).resolves.toBe('late');
    expect(await getWalletBalance(db, accountId)).toBe(1_000n);
  });

  test('a wallet that somebody holds does not hold up the others', async () => {
    const [held = '', free = ''] = await Promise.all([fundedAccount(db, 1_000n), fundedAccount(db, 1_000n)]);
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM wallet WHERE account_id = ${held}::uuid FOR UPDATE`;
      const rows = await accept([item(held, 100n), item(free, 100n)], false);
      expect(rows.map(({ outcome }) => outcome)).toEqual(['busy', 'accepted']);
    });
  });

  test('an account without a wallet is told so, not waited for', async () => {
    const [answer] = await accept([item(newId(), 100n)]);
    expect(answer?.outcome).toBe('no_wallet');
  });
});

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

describe('settle: a refund needs a ground that holds under the lock', () => {
  let accountId: string;
  beforeEach(async () => {
    accountId = await fundedAccount(db, 100_000n);
  });

  test('a success keeps the money, a failure gives it back, each once however often it is told', async () => {
    const [good, bad] = [await sent(accountId), await sent(accountId)];
    expect(await settle({ id: good, target_status: 'success', basis: 'answer', cost_kobo: '9700' })).toMatchObject({
      outcome: 'settled',
      status: 'success',
    });
    expect(await settle({ id: bad, target_status: 'failed', basis: 'answer' })).toMatchObject({
      outcome: 'settled',
      status: 'failed',
    });
    expect(await settle({ id: bad, target_status: 'failed', basis: 'requery' })).toMatchObject({
      outcome: 'already_final',
      status: 'failed',
    });
    expect(await getWalletBalance(db, accountId)).toBe(90_000n);
    expect(await row(good)).toMatchObject({ status: 'success', costKobo: 9_700n, nextCheckAt: null, claimToken: null });
    await expectChained(accountId);
  });

  test('a contradiction changes nothing, keeps the evidence and calls for a person', async () => {
    const id = await sent(accountId);
    await settle({ id, target_status: 'success', basis: 'answer' });
    expect(
      await settle({ id, target_status: 'failed', basis: 'requery', cause: 'provider_reversed_040' }),
    ).toMatchObject({
      outcome: 'contradiction',
      status: 'success',
    });
    expect(await row(id)).toMatchObject({
      status: 'success',
      needsReview: true,
      result: {},
      contradictedBy: { goal: 'failed', cause: 'provider_reversed_040', at: expect.any(String) },
    });
    expect(await getWalletBalance(db, accountId)).toBe(90_000n);
  });

  test('"never sent" is refused once somebody has claimed it, and the provider’s word before anybody has', async () => {
    const claimed = await sent(accountId);
    const unsent = item(accountId, 10_000n);
    await accept([unsent]);
    expect((await settle({ id: claimed, target_status: 'refunded', basis: 'never_sent' }))?.outcome).toBe('declined');
    expect((await settle({ id: unsent.id, target_status: 'failed', basis: 'answer' }))?.outcome).toBe('declined');
    expect((await settle({ id: unsent.id, target_status: 'success', basis: 'requery' }))?.outcome).toBe('declined');
    expect(await getWalletBalance(db, accountId)).toBe(80_000n);
  });

  test('an operator may not decide while a send may still be in flight', async () => {
    const [flying, landed] = [await sent(accountId), await sent(accountId, { leaseOver: true })];
    expect((await settle({ id: flying, target_status: 'failed', basis: 'operator' }))?.outcome).toBe('declined');
    expect((await settle({ id: landed, target_status: 'failed', basis: 'operator' }))?.outcome).toBe('settled');
  });

  test('"not found" counts only after the send has ended, and refunds only on the count it was decided on, never once the order was seen', async () => {
    const missing = { target_status: 'open', basis: 'requery', next_check_ms: 1_000, not_found: true } as const;
    const id = await sent(accountId);
    await settle({ id, ...missing });
    expect(await row(id)).toMatchObject({ missingCount: 0, missingSince: null, checks: 1 });
    await db.$executeRaw`UPDATE purchase SET claim_expires_at = now() WHERE id = ${id}::uuid`;
    await settle({ id, ...missing });
    expect(await row(id)).toMatchObject({ missingCount: 1 });
    expect((await settle({ id, target_status: 'failed', basis: 'not_found', missing_count: 0 }))?.outcome).toBe(
      'declined',
    );
    const seen = await sent(accountId, { leaseOver: true });
    await settle({ id: seen, target_status: 'open', basis: 'requery', next_check_ms: 1_000, order_seen: true });
    expect((await settle({ id: seen, target_status: 'failed', basis: 'not_found', missing_count: 0 }))?.outcome).toBe(
      'declined',
    );
    expect((await settle({ id, target_status: 'failed', basis: 'not_found', missing_count: 1 }))?.outcome).toBe(
      'settled',
    );
    expect(await row(id)).toMatchObject({ status: 'failed', missingCount: 2 });
    expect(await getWalletBalance(db, accountId)).toBe(90_000n);
  });

  test('a suspected duplicate is refunded only when no other order for that recipient is open', async () => {
    const recipient = '08099999999';
    const [first, second] = [await sent(accountId, { recipient }), await sent(accountId, { recipient })];
    await settle({ id: second, target_status: 'open', basis: 'answer', next_check_ms: 1_000, refused_with: '019' });
    expect(
      (await settle({ id: second, target_status: 'failed', basis: 'rejection_repeated', only_if_alone: true }))
        ?.outcome,
    ).toBe('declined');
    await settle({ id: first, target_status: 'success', basis: 'answer' });
    expect(
      (await settle({ id: second, target_status: 'failed', basis: 'rejection_repeated', only_if_alone: true }))
        ?.outcome,
    ).toBe('settled');
  });

  test('one batch settles many, and a second item for the same purchase waits its turn', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => sent(accountId)));
    const rows = await recordSettlements(
      db,
      [...ids, ids[0] ?? '', newId()].map((id) => ({
        id,
        target_status: 'failed',
        basis: 'answer',
        cause: 'test',
        message: 'no',
      })),
      { wait: false },
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual([...ids.map(() => 'settled'), 'repeated', 'unknown_purchase']);
    expect(await getWalletBalance(db, accountId)).toBe(100_000n);
    await expectChained(accountId);
  });

  test('accepts, claims, refunds and flips at full tilt on few wallets never deadlock and never lose a kobo', async () => {
    const accounts = await Promise.all(Array.from({ length: 3 }, () => fundedAccount(db, 500_000n)));
    const one = async (n: number) => {
      const items = accounts.map((account) => item(account, 1_000n));
      if (n % 2 === 1) items.reverse();
      await accept(items);
      const ids = items.map(({ id }) => id);
      await claim(ids);
      const settlements = ids.map(
        (id, i): SettlementItem => ({
          id,
          target_status: (i + n) % 2 === 0 ? 'failed' : 'success',
          basis: 'answer',
          cause: 'test',
          message: 'x',
        }),
      );
      await Promise.all([
        markPending(db, ids, 'client_told_pending', 'pending'),
        recordSettlements(db, settlements, { wait: true }),
      ]);
    };
    await Promise.all(Array.from({ length: 40 }, (_, n) => one(n)));
    const total = (await Promise.all(accounts.map((account) => getWalletBalance(db, account)))).reduce(
      (sum, balance) => sum + balance,
      0n,
    );
    expect(total).toBe(1_500_000n - 60n * 1_000n);
    for (const account of accounts) await expectChained(account);
  });
});

describe('events are written with the news they tell', () => {
  test('pending, then final; none without a webhook URL', async () => {
    const [told, untold] = await Promise.all([fundedAccount(db, 50_000n), fundedAccount(db, 50_000n)]);
    await db.account.update({ where: { id: told }, data: { webhookUrl: 'https://example.com/' } });
    for (const accountId of [told, untold]) {
      const id = await sent(accountId);
      expect((await markPending(db, [id], 'client_told_pending', 'still going'))[0]).toMatchObject({
        status: 'pending',
        eventId: accountId === told ? expect.any(String) : null,
      });
      expect((await markPending(db, [id], 'client_told_pending', 'still going'))[0]).toMatchObject({
        status: 'pending',
        eventId: null,
      });
      const answer = await settle({ id, target_status: 'failed', basis: 'answer', message: 'no luck' });
      expect(answer?.eventId === null).toBe(accountId === untold);
      const events = await db.webhookEvent.findMany({ where: { purchaseId: id }, orderBy: { seq: 'asc' } });
      expect(events.map(({ event, status, details }) => [event, status, details])).toEqual(
        accountId === untold
          ? []
          : [
              ['airtime.purchase.pending', 'pending', 'still going'],
              ['airtime.purchase.failed', 'failed', 'no luck'],
            ],
      );
    }
  });

  test('the flip never says pending of what has become final', async () => {
    const accountId = await fundedAccount(db, 500_000n);
    const ids = await Promise.all(Array.from({ length: 20 }, () => sent(accountId)));
    const [told] = await Promise.all([
      markPending(db, ids, 'client_told_pending', 'pending'),
      recordSettlements(
        db,
        ids.map(
          (id): SettlementItem => ({ id, target_status: 'success', basis: 'answer', cause: 'test', message: 'ok' }),
        ),
        { wait: false },
      ),
    ]);
    for (const { id, status } of told) {
      const moves = await db.purchaseHistory.findMany({ where: { purchaseId: id }, orderBy: { id: 'asc' } });
      expect(moves.some(({ toStatus }) => toStatus === 'pending')).toBe(status === 'pending');
      expect(moves.at(-1)?.toStatus).toBe('success');
    }
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

describe('a person may take a success back, once', () => {
  test('the money returns and the state says so', async () => {
    const accountId = await fundedAccount(db, 10_000n);
    const id = await sent(accountId);
    expect(await reversePurchase(db, id, 'operator: x', 'reversed')).toBe(false);
    await settle({ id, target_status: 'success', basis: 'answer' });
    expect(await reversePurchase(db, id, 'operator: x', 'reversed')).toBe(true);
    expect(await reversePurchase(db, id, 'operator: x', 'reversed')).toBe(false);
    expect(await getWalletBalance(db, accountId)).toBe(10_000n);
    expect((await row(id)).status).toBe('refunded');
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

/** What accept must do, done one by one. */
function oneByOne(opening: bigint) {
  const taken = new Set<number>();
  let balance = opening;
  return {
    balance: () => balance,
    accept: ({ amount, ref }: { amount: bigint; ref: number }) => {
      if (taken.has(ref)) return ['duplicate', null, null];
      if (balance < amount) return ['insufficient', null, null];
      taken.add(ref);
      balance -= amount;
      return ['accepted', balance + amount, balance];
    },
  };
}

/** Each balance begins where the one before ended, and the last is the wallet's. */
async function expectChained(accountId: string): Promise<void> {
  const entries = await db.ledgerEntry.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
  let balance = 0n;
  for (const entry of entries) {
    expect(entry.balanceBeforeKobo).toBe(balance);
    balance = entry.balanceAfterKobo;
  }
  expect(await getWalletBalance(db, accountId)).toBe(balance);
}
