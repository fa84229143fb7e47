import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import type { Db } from '../../shared/db';
import { newId } from '../../shared/ids';
import { expectChained } from '../../testing/ledger';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { getWalletBalance } from '../../wallet/wallet.store';
import type { AcceptItem } from '../accept/accept.store';
import { markPending } from '../wait/waiting.store';
import { recordSettlements, reversePurchase, type SettlementItem } from './settle.store';

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
    await expectChained(db, accountId);
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

  test('"not found" counts after the send has ended, refunds on its own count, and never a seen order', async () => {
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
    await expectChained(db, accountId);
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
    for (const account of accounts) await expectChained(db, account);
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
