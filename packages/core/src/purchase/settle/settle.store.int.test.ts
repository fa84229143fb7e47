import { fundedAccount, useDatabase } from '@topup/testkit';
import { newId } from '../../shared/ids';
import { expectChainedLedger } from '../../testing/books';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { getWalletBalance } from '../../wallet/wallet.store';
import { markPending } from '../wait/waiting.store';
import { recordSettlements, type SettlementItem } from './settle.store';

const database = useDatabase({ max: 8 });
const purchases = purchasesIn(() => database.db);
const reverse = (id: string) =>
  database.db.$queryRaw`SELECT event_id FROM record_reversal(${id}::uuid, 'operator: x', 'reversed')`;
const { accept, claim, settle, row } = purchases;

let accountId: string;
beforeEach(async () => {
  accountId = await fundedAccount(database.db, 100_000n);
});

/** Airtime of a hundred naira, accepted and claimed. */
const sent = (options: { leaseOver?: boolean; recipient?: string } = {}) =>
  purchases.sent(accountId, 'AIRTIME', { amountKobo: 10_000n, ...options });
const balance = () => getWalletBalance(database.db, accountId);

describe('a refund is paid twice, or while the value may still be delivered', () => {
  test('a success keeps the money and a failure refunds it, once, whatever is settled again', async () => {
    const [good, bad] = [await sent(), await sent()];
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
    expect(await balance()).toBe(90_000n);
    expect(await row(good)).toMatchObject({ status: 'success', costKobo: 9_700n, nextCheckAt: null, claimToken: null });
    await expectChainedLedger(database.db, accountId);
  });

  // fault V18: on a requery
  // fault V19: on a requery
  test('a contradiction changes no status and no money, is kept as evidence and goes to review', async () => {
    const id = await sent();
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
    expect(await balance()).toBe(90_000n);
  });

  test('a late word that nobody has sent it contradicts nothing, since somebody else has', async () => {
    const id = await sent();
    await settle({ id, target_status: 'success', basis: 'answer' });
    const late = { id, target_status: 'refunded', basis: 'never_sent' } as const;
    expect(await settle(late)).toMatchObject({ outcome: 'already_final', status: 'success' });
    expect(await row(id)).toMatchObject({ status: 'success', needsReview: false, contradictedBy: null });
    expect(await balance()).toBe(90_000n);
  });

  test('a claimed purchase is not settled as never sent, nor an unclaimed one by an answer', async () => {
    const claimed = await sent();
    const unsent = itemFor(accountId, 'AIRTIME', { amountKobo: 10_000n });
    await accept([unsent]);
    expect((await settle({ id: claimed, target_status: 'refunded', basis: 'never_sent' })).outcome).toBe('declined');
    expect((await settle({ id: unsent.id, target_status: 'failed', basis: 'answer' })).outcome).toBe('declined');
    expect((await settle({ id: unsent.id, target_status: 'success', basis: 'requery' })).outcome).toBe('declined');
    expect(await balance()).toBe(80_000n);
  });

  test('an operator can settle a purchase only when its lease is over', async () => {
    const [underway, ended] = [await sent(), await sent({ leaseOver: true })];
    expect((await settle({ id: underway, target_status: 'failed', basis: 'operator' })).outcome).toBe('declined');
    expect((await settle({ id: ended, target_status: 'failed', basis: 'operator' })).outcome).toBe('settled');
  });

  test('a suspected duplicate is refunded only when no other purchase of its recipient is open', async () => {
    const recipient = '08099999999';
    const [first, second] = [await sent({ recipient }), await sent({ recipient })];
    await settle({ id: second, target_status: 'open', basis: 'answer', next_check_ms: 1_000, refused_with: '019' });
    const refund = { id: second, target_status: 'failed', basis: 'rejection_repeated', only_if_alone: true } as const;
    expect((await settle(refund)).outcome).toBe('declined');
    await settle({ id: first, target_status: 'success', basis: 'answer' });
    expect((await settle(refund)).outcome).toBe('settled');
  });

  test('an operator can reverse a success, once; an open purchase cannot be reversed', async () => {
    const id = await sent();
    expect(await reverse(id)).toEqual([]);
    await settle({ id, target_status: 'success', basis: 'answer' });
    expect(await reverse(id)).toEqual([{ event_id: null }]);
    expect(await reverse(id)).toEqual([]);
    expect(await balance()).toBe(100_000n);
    expect((await row(id)).status).toBe('refunded');
  });
});

describe('an operator reads a requery’s answer beside a count without that requery', () => {
  test.each([
    ['requery', { target_status: 'success', basis: 'requery' }, 1],
    ['confirmed rejection', { target_status: 'failed', basis: 'rejection_repeated' }, 1],
    ['"not found"', { target_status: 'failed', basis: 'not_found', missing_count: 0 }, 1],
    ['send’s own answer', { target_status: 'success', basis: 'answer' }, 0],
    ['decision of an operator', { target_status: 'failed', basis: 'operator' }, 0],
  ] as const)('when a %s settles it, its requeries are counted to the last', async (_, how, checks) => {
    const id = await sent({ leaseOver: true });
    expect((await settle({ id, ...how })).outcome).toBe('settled');
    expect(await row(id)).toMatchObject({ checks });
  });
});

describe('a refund as "not found" is paid for an order that the provider has', () => {
  const notFound = { target_status: 'open', basis: 'requery', next_check_ms: 1_000, not_found: true } as const;
  const refund = { target_status: 'failed', basis: 'not_found' } as const;

  // fault V11: on a requery
  // fault V20: on a requery
  test('"not found" counts only after the send has ended', async () => {
    const id = await sent();
    await settle({ id, ...notFound });
    expect(await row(id)).toMatchObject({ missingCount: 0, missingSince: null, checks: 1 });
    await database.db.$executeRaw`UPDATE purchase SET claim_expires_at = now() WHERE id = ${id}::uuid`;
    await settle({ id, ...notFound });
    expect(await row(id)).toMatchObject({ missingCount: 1 });
  });

  test('the refund needs the count on which it was decided', async () => {
    const id = await sent({ leaseOver: true });
    await settle({ id, ...notFound });
    expect((await settle({ id, ...refund, missing_count: 0 })).outcome).toBe('declined');
    expect(await balance()).toBe(90_000n);
    expect((await settle({ id, ...refund, missing_count: 1 })).outcome).toBe('settled');
    expect(await row(id)).toMatchObject({ status: 'failed', missingCount: 2 });
    expect(await balance()).toBe(100_000n);
  });

  test('an order that the provider has shown once is not refunded', async () => {
    const id = await sent({ leaseOver: true });
    await settle({ id, target_status: 'open', basis: 'requery', next_check_ms: 1_000, order_seen: true });
    expect((await settle({ id, ...refund, missing_count: 0 })).outcome).toBe('declined');
    expect(await balance()).toBe(90_000n);
  });
});

describe('settlements that arrive together are lost, deadlock, or refund twice', () => {
  test('a batch settles each purchase once, and answers a second item for one of them "repeated"', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => sent()));
    const items = [...ids, ids[0] ?? '', newId()].map(
      (id): SettlementItem => ({ id, target_status: 'failed', basis: 'answer', cause: 'test', message: 'no' }),
    );
    const rows = await recordSettlements(database.db, items, { wait: false });
    expect(rows.map(({ outcome }) => outcome)).toEqual([...ids.map(() => 'settled'), 'repeated', 'unknown_purchase']);
    expect(await balance()).toBe(100_000n);
    await expectChainedLedger(database.db, accountId);
  });

  test('each item of a mixed batch gets its own outcome, and changes nothing but its own purchase', async () => {
    const [good, bad, open, contradicted] = [await sent(), await sent(), await sent(), await sent()];
    await settle({ id: contradicted, target_status: 'success', basis: 'answer' });
    const items: SettlementItem[] = [
      { id: good, target_status: 'success', basis: 'answer', cost_kobo: '9700', delivered: { units: '1' } },
      { id: open, target_status: 'open', basis: 'answer', next_check_ms: 1_000, refused_with: '019', review: true },
      { id: bad, target_status: 'failed', basis: 'answer', message: 'no', evidence: { answer: 'rejected' } },
      { id: contradicted, target_status: 'failed', basis: 'requery', cause: 'reversed', delivered: { units: '2' } },
      { id: newId(), target_status: 'success', basis: 'answer' },
      { id: good, target_status: 'failed', basis: 'answer' },
    ].map((item) => ({ cause: 'test', cause_code: 'other', ...item }) as SettlementItem);
    const rows = await recordSettlements(database.db, items, { wait: true });
    expect(rows.map(({ outcome, status }) => `${outcome} ${status}`)).toEqual([
      'settled success',
      'kept initiated',
      'settled failed',
      'contradiction success',
      'unknown_purchase null',
      'repeated initiated',
    ]);
    const released = { claimToken: null, claimExpiresAt: null };
    expect(await row(good)).toMatchObject({
      ...released,
      status: 'success',
      costKobo: 9_700n,
      result: { units: '1' },
      nextCheckAt: null,
      needsReview: false,
    });
    expect(await row(open)).toMatchObject({
      ...released,
      status: 'initiated',
      finalAt: null,
      cause: 'accepted',
      refusedWith: '019',
      needsReview: true,
      nextCheckAt: expect.any(Date),
      windowEndsAt: expect.any(Date),
    });
    expect(await row(bad)).toMatchObject({
      ...released,
      status: 'failed',
      message: 'no',
      providerEvidence: { answer: 'rejected' },
      costKobo: null,
    });
    expect(await row(contradicted)).toMatchObject({
      status: 'success',
      needsReview: true,
      result: {},
      contradictedBy: { goal: 'failed', attempt: 1, cause: 'reversed', units: '2' },
    });
    expect(await balance()).toBe(70_000n);
    await expectChainedLedger(database.db, accountId);
  });

  test('a refund that finds its wallet locked answers "busy", and a success needs no wallet', async () => {
    const [good, bad] = [await sent(), await sent()];
    const items: SettlementItem[] = [
      { id: bad, target_status: 'failed', basis: 'answer', cause: 'test', message: 'no' },
      { id: good, target_status: 'success', basis: 'answer', cause: 'test', message: 'yes' },
    ];
    const rows = await database.db.$transaction(async (holder) => {
      await holder.$executeRaw`SELECT FROM wallet WHERE account_id = ${accountId}::uuid FOR UPDATE`;
      return recordSettlements(database.db, items, { wait: false });
    });
    expect(rows.map(({ outcome }) => outcome)).toEqual(['busy', 'settled']);
    expect(await row(bad)).toMatchObject({ status: 'initiated', finalAt: null });
    expect(await balance()).toBe(80_000n);
    expect((await recordSettlements(database.db, items, { wait: false })).map(({ outcome }) => outcome)).toEqual([
      'settled',
      'already_final',
    ]);
    expect(await balance()).toBe(90_000n);
  });

  // fault D6: accept, settle
  test('accept, claim, settle and mark pending in 40 batches at once: no deadlock, no kobo lost', async () => {
    const accounts = await Promise.all(Array.from({ length: 3 }, () => fundedAccount(database.db, 500_000n)));
    const one = async (n: number) => {
      const items = accounts.map((account) => itemFor(account, 'AIRTIME', { amountKobo: 1_000n }));
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
        markPending(database.db, ids, 'client_told_pending', 'pending'),
        recordSettlements(database.db, settlements, { wait: true }),
      ]);
    };
    await Promise.all(Array.from({ length: 40 }, (_, n) => one(n)));
    const balances = await Promise.all(accounts.map((account) => getWalletBalance(database.db, account)));
    expect(balances.reduce((sum, each) => sum + each, 0n)).toBe(1_500_000n - 60n * 1_000n);
    for (const account of accounts) await expectChainedLedger(database.db, account);
  });
});
