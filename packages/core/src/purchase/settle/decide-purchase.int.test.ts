import { randomUUID } from 'node:crypto';
import { AS_OPS, eventually, fundedAccount, switchApprovalsOff, useDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { setWebhookUrl } from '../../account/account.store';
import type { ProductType } from '../../product/products';
import { systemClock } from '../../shared/clock';
import { expectSoundBooks } from '../../testing/books';
import { orderFor } from '../../testing/purchases';
import { getWalletBalance } from '../../wallet/wallet.store';
import { createAccepter } from '../accept/accept-batcher';
import { acceptPurchase } from '../accept/accept-purchase';
import { findPurchase } from '../purchase.store';
import { claimPurchases } from '../send/claim.store';
import { decidePurchase, type FoundTokens } from './decide-purchase';
import { recordSettlements, type SettlementItem } from './settle.store';
import type { Delivered } from './settlement';

const database = useDatabase({ max: 6, beforeDrop: () => other.end() });
/** Another connection, which holds locks. */
let other: Client;
let accountId: string;

beforeAll(async () => {
  other = new Client(database.url);
  await other.connect();
  accountId = await fundedAccount(database.db, 100_000n);
  await switchApprovalsOff(database.db);
  await setWebhookUrl(database.db, accountId, 'https://client.example/hook');
});
afterEach(() => expectSoundBooks(database.db));

describe('an operator’s decision pays twice, or overrules an answer of the provider that came first', () => {
  test('a success of the provider just before a refund is kept, and the purchase goes to review', async () => {
    const { id } = await sent();
    const before = await getWalletBalance(database.db, accountId);

    const outcome = await whileWalletIsHeld(
      () => decidePurchase(database.db, { id }, 'refund', { note: 'the customer says no' }, AS_OPS),
      () => recordSettlements(database.db, [settled(id, 'success')], { wait: false }),
    );

    expect(outcome).toEqual({ kind: 'overtaken', status: 'success' });
    expect(await getWalletBalance(database.db, accountId)).toBe(before);
    const { needsReview, contradictedBy } = (await findPurchase(database.db, { id })) ?? {};
    expect(needsReview).toBe(true);
    expect(contradictedBy).toMatchObject({ goal: 'failed', cause: 'operator: the customer says no' });
  });

  test('a purchase that a worker claims just before a refund is not refunded', async () => {
    const { id } = await accepted();

    const outcome = await whileWalletIsHeld(
      () => decidePurchase(database.db, { id }, 'refund', { note: 'not wanted any more' }, AS_OPS),
      () => claim(id),
    );

    expect(outcome).toEqual({ kind: 'in_flight', until: expect.any(Date) });
    expect(await findPurchase(database.db, { id })).toMatchObject({ status: 'initiated', sends: 1 });
  });

  test('a rejection of the provider just before a refund is confirmed, without a conflict', async () => {
    const { id } = await sent();

    const outcome = await whileWalletIsHeld(
      () => decidePurchase(database.db, { id }, 'refund', { note: 'note' }, AS_OPS),
      async () => {
        // This refund needs the wallet too, so it runs in the transaction that holds it.
        await other.query(`SELECT record_settlements($1::jsonb, false)`, [JSON.stringify([settled(id, 'failed')])]);
      },
    );

    expect(outcome).toEqual({ kind: 'confirmed', status: 'failed', reviewed: false });
  });

  test('two operators who reverse the same success refund it once', async () => {
    const { id } = await sent();
    await recordSettlements(database.db, [settled(id, 'success')], { wait: true });
    const before = await getWalletBalance(database.db, accountId);

    const outcomes = await Promise.all(
      ['a', 'b'].map((note) => decidePurchase(database.db, { id }, 'refund', { note }, AS_OPS)),
    );

    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['confirmed', 'settled']);
    expect(await getWalletBalance(database.db, accountId)).toBe(before + 1_000n);
  });

  test.each([
    ['refund', 'failed', 1_000n],
    ['success', 'success', 0n],
  ] as const)(
    'an operator decides a purchase for which the disco gives no token: %s',
    async (decision, status, backKobo) => {
      const { id } = await accepted('ELECTRICITY');
      await claim(id);
      await recordSettlements(
        database.db,
        [{ ...settled(id, 'open'), next_check_ms: null, review: true, token_awaited: true }],
        {
          wait: true,
        },
      );
      const before = await getWalletBalance(database.db, accountId);

      expect(await decidePurchase(database.db, { id }, decision, { note: 'asked the disco' }, AS_OPS)).toMatchObject({
        kind: 'settled',
        status,
      });

      expect(await getWalletBalance(database.db, accountId)).toBe(before + backKobo);
      expect(await findPurchase(database.db, { id })).toMatchObject({
        status,
        needsReview: false,
        cause: 'operator: asked the disco',
      });
      expect(await database.db.webhookEvent.count({ where: { purchaseId: id } })).toBe(0);
      expect(await database.db.notification.count({ where: { purchaseId: id } })).toBe(0);
    },
  );

  const [K1, K2, token, bonusToken] = ['1', '2', '3', '4'].map((digit) => digit.repeat(20)) as [
    string,
    string,
    string,
    string,
  ];

  /** A purchase that awaits its token; `named`: what its disco has named before. */
  async function awaiting(named: Delivered = {}): Promise<string> {
    const { id } = await accepted('ELECTRICITY');
    await claim(id);
    const open = { ...settled(id, 'open'), next_check_ms: null, review: true, token_awaited: true, delivered: named };
    await recordSettlements(database.db, [open], { wait: true });
    return id;
  }

  test.each<[string, FoundTokens, Delivered]>([
    ['a token', { token }, { token }],
    [
      'all tokens',
      { keyChangeTokens: `${K1},${K2}`, token, bonusToken },
      { key_change_tokens: `${K1},${K2}`, token, bonus_token: bonusToken },
    ],
  ])('%s that the operator got from the disco: kept, and sent by SMS', async (_what, tokens, result) => {
    const id = await awaiting();
    expect(
      await decidePurchase(database.db, { id }, 'success', { note: 'the disco gave it', ...tokens }, AS_OPS),
    ).toEqual({ kind: 'settled', status: 'success', eventId: null, notificationId: expect.any(String) });
    expect(await findPurchase(database.db, { id })).toMatchObject({ status: 'success', result });
    expect(await database.db.notification.count({ where: { purchaseId: id } })).toBe(1);
  });

  test('key change tokens that the disco has named before stay beside the token', async () => {
    const id = await awaiting({ key_change_tokens: `${K1},${K2}`, token: null });
    await decidePurchase(database.db, { id }, 'success', { note: 'x', token }, AS_OPS);
    expect(await findPurchase(database.db, { id })).toMatchObject({
      result: { key_change_tokens: `${K1},${K2}`, token },
    });
  });

  test('tokens in the note are masked, even in groups: nobody could remove them from the history', async () => {
    const id = await awaiting({ key_change_tokens: `${K1},${K2}`, token: null });
    const { recipient } = (await findPurchase(database.db, { id })) ?? {};
    const note = `${recipient}: ${token}, after 1111-1111-1111-1111-1111 and 2222 2222 2222 2222 2222`;
    await decidePurchase(database.db, { id }, 'success', { note, token }, AS_OPS);

    const mask = (number: string) => number.slice(-4).padStart(number.length, '*');
    const cause = `operator: ${mask(recipient ?? '')}: ${mask(token)}, after ${mask(K1)} and ${mask(K2)}`;
    expect(await findPurchase(database.db, { id })).toMatchObject({ cause });
    const moves = await database.db.purchaseHistory.findMany({ where: { purchaseId: id }, orderBy: { id: 'asc' } });
    expect(moves.at(-1)).toMatchObject({ cause });
  });

  test.each<[string, FoundTokens]>([
    ['no energy token', { keyChangeTokens: K2 }],
    ['a key change token that is known, as the energy', { token: K1 }],
    ['one number twice', { token, bonusToken: token }],
  ])('%s: declined, and nothing changes', async (_what, tokens) => {
    const id = await awaiting({ key_change_tokens: `${K1},${K2}`, token: null });
    expect(await decidePurchase(database.db, { id }, 'success', { note: 'x', ...tokens }, AS_OPS)).toEqual({
      kind: 'unclear_tokens',
    });
    expect(await findPurchase(database.db, { id })).toMatchObject({ finalAt: null, result: { token: null } });
  });

  test('a token is declined with a refund, for another product, and for a final purchase', async () => {
    const none = { kind: 'takes_no_token' };
    const open = await accepted('ELECTRICITY');
    await claim(open.id);
    expect(await decidePurchase(database.db, { id: open.id }, 'refund', { note: 'x', token }, AS_OPS)).toEqual(none);
    const airtime = await sent();
    expect(await decidePurchase(database.db, { id: airtime.id }, 'success', { note: 'x', token }, AS_OPS)).toEqual(
      none,
    );
    await decidePurchase(database.db, { id: airtime.id }, 'success', { note: 'x' }, AS_OPS);
    expect(await decidePurchase(database.db, { id: airtime.id }, 'success', { note: 'x', token }, AS_OPS)).toEqual(
      none,
    );
    expect(await findPurchase(database.db, { id: open.id })).toMatchObject({ status: 'initiated', result: {} });
  });
});

/** Starts `work` while another transaction holds the wallet that it needs, and releases it after `meanwhile`. */
async function whileWalletIsHeld<T>(work: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM wallet WHERE account_id = $1 FOR UPDATE', [accountId]);
  const done = work();
  await untilOneWaits();
  await meanwhile();
  await other.query('COMMIT');
  return done;
}

/** Until a statement waits for a lock of `other`. */
async function untilOneWaits(): Promise<void> {
  await eventually(
    () => other.query('SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))'),
    ({ rowCount }) => rowCount !== null && rowCount > 0,
  );
}

async function accepted(product: ProductType = 'AIRTIME'): Promise<{ id: string }> {
  const deps = { accepter: createAccepter({ db: database.db, clock: systemClock }), provider: { name: 'vtpass' } };
  return acceptPurchase(deps, { accountId, keyId: null }, orderFor(product), 15_000);
}

/** Accepted and sent, with an answer that decides nothing. */
async function sent(): Promise<{ id: string }> {
  const purchase = await accepted();
  await claim(purchase.id);
  await recordSettlements(database.db, [{ ...settled(purchase.id, 'open'), next_check_ms: 60_000 }], { wait: true });
  return purchase;
}

const claim = (id: string) =>
  claimPurchases(database.db, [{ id, providerRef: `ref-${id}` }], {
    serves: ['vtpass'],
    token: randomUUID(),
    leaseMs: 75_000,
    startWithinMs: 60_000,
  });

const settled = (id: string, target_status: SettlementItem['target_status']): SettlementItem => ({
  id,
  target_status,
  basis: 'answer',
  cause: 'test',
  message: target_status,
});
