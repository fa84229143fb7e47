import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { createAccount, setWebhookUrl } from '../../account/account.store';
import type { ProductType } from '../../provider/provider.port';
import { systemClock } from '../../shared/clock';
import { type Db, openDatabase } from '../../shared/db';
import { orderFor } from '../../testing/purchases';
import { verifyBooks } from '../../wallet/verification/verify-books';
import { fundWallet, getWalletBalance } from '../../wallet/wallet.store';
import { createAccepter } from '../accept/accept-batcher';
import { acceptPurchase } from '../accept/accept-purchase';
import { findPurchase } from '../purchase.store';
import { claimPurchases } from '../send/claim.store';
import { decidePurchase } from './decide-purchase';
import { recordSettlements, type SettlementItem } from './settle.store';

let home: TestDatabase;
let db: Db;
let other: Client;
let accountId: string;

beforeAll(async () => {
  home = await testDatabase();
  db = openDatabase({ url: home.url, max: 6, name: 'decide-test', onError: () => undefined });
  other = new Client(home.url);
  await other.connect();
  const account = await createAccount(db, { name: 'client', tier: 'standard' });
  if (account.kind !== 'created') throw new Error(account.kind);
  accountId = account.id;
  await fundWallet(db, accountId, 100_000n, 'opening');
  await setWebhookUrl(db, accountId, 'https://client.example/hook');
});
afterAll(async () => {
  await other.end();
  await db.$disconnect();
  await home.drop();
});
afterEach(async () => {
  expect((await verifyBooks(db)).findings.filter(({ count }) => count > 0)).toEqual([]);
});

describe('an operator’s word moves money once, whatever the service does meanwhile', () => {
  test('the provider’s success that arrives first is kept, or the customer has both the airtime and the money', async () => {
    const { id, ref } = await sent();
    const before = await getWalletBalance(db, accountId);

    const outcome = await whileWalletIsHeld(
      () => decidePurchase(db, ref, 'refund', { note: 'the customer says no' }),
      () => recordSettlements(db, [settled(id, 'success')], { wait: false }),
    );

    expect(outcome).toEqual({ kind: 'overtaken', status: 'success' });
    expect(await getWalletBalance(db, accountId)).toBe(before);
    const { needsReview, contradictedBy } = (await findPurchase(db, ref)) ?? {};
    expect(needsReview).toBe(true);
    expect(contradictedBy).toMatchObject({ goal: 'failed', cause: 'operator: the customer says no' });
  });

  test('a purchase that a worker takes first is not refunded, or it is sent and paid back', async () => {
    const { id, ref } = await accepted();

    const outcome = await whileWalletIsHeld(
      () => decidePurchase(db, ref, 'refund', { note: 'not wanted any more' }),
      () => claim(id),
    );

    expect(outcome).toEqual({ kind: 'in_flight', until: expect.any(Date) });
    expect(await findPurchase(db, ref)).toMatchObject({ status: 'initiated', sends: 1 });
  });

  test('the provider’s rejection that arrives first is confirmed, or the operator is told of a conflict that is none', async () => {
    const { id, ref } = await sent();

    const outcome = await whileWalletIsHeld(
      () => decidePurchase(db, ref, 'refund', { note: 'note' }),
      async () => {
        // in the transaction that holds the wallet, which this refund needs too
        await other.query(`SELECT record_settlements($1::jsonb, false)`, [JSON.stringify([settled(id, 'failed')])]);
      },
    );

    expect(outcome).toEqual({ kind: 'confirmed', status: 'failed', reviewed: false });
  });

  test('two operators who take back the same success refund it once', async () => {
    const { id, ref } = await sent();
    await recordSettlements(db, [settled(id, 'success')], { wait: true });
    const before = await getWalletBalance(db, accountId);

    const outcomes = await Promise.all(['a', 'b'].map((note) => decidePurchase(db, ref, 'refund', { note })));

    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['confirmed', 'settled']);
    expect(await getWalletBalance(db, accountId)).toBe(before + 1_000n);
  });

  test.each([
    ['refund', 'failed', 1_000n],
    ['success', 'success', 0n],
  ] as const)(
    'a disco that keeps its token for ever leaves it to the operator: %s',
    async (decision, status, backKobo) => {
      const { id, ref } = await accepted('ELECTRICITY');
      await claim(id);
      await recordSettlements(
        db,
        [{ ...settled(id, 'open'), next_check_ms: null, review: true, token_awaited: true }],
        {
          wait: true,
        },
      );
      const before = await getWalletBalance(db, accountId);

      expect(await decidePurchase(db, ref, decision, { note: 'asked the disco' })).toMatchObject({
        kind: 'settled',
        status,
      });

      expect(await getWalletBalance(db, accountId)).toBe(before + backKobo);
      expect(await findPurchase(db, ref)).toMatchObject({
        status,
        needsReview: false,
        cause: 'operator: asked the disco',
      });
      expect(await db.webhookEvent.count({ where: { purchaseId: id } })).toBe(0);
      expect(await db.notification.count({ where: { purchaseId: id } })).toBe(0);
    },
  );

  test('a token that an operator was told on the phone would never reach the customer: it is kept, and sent by SMS', async () => {
    const token = '12345678901234567890';
    const { id, ref } = await accepted('ELECTRICITY');
    await claim(id);
    await recordSettlements(db, [{ ...settled(id, 'open'), next_check_ms: null, review: true, token_awaited: true }], {
      wait: true,
    });
    expect(await decidePurchase(db, ref, 'success', { note: 'told by the disco', token })).toEqual({
      kind: 'settled',
      status: 'success',
      eventId: null,
      notificationId: expect.any(String),
    });
    expect(await findPurchase(db, ref)).toMatchObject({ status: 'success', result: { token } });
    expect(await db.notification.count({ where: { purchaseId: id } })).toBe(1);
  });

  test('a token could be noted where none belongs: with a refund, on another product, or on what is final', async () => {
    const token = '12345678901234567890';
    const none = { kind: 'takes_no_token' };
    const open = await accepted('ELECTRICITY');
    await claim(open.id);
    expect(await decidePurchase(db, open.ref, 'refund', { note: 'x', token })).toEqual(none);
    const airtime = await sent();
    expect(await decidePurchase(db, airtime.ref, 'success', { note: 'x', token })).toEqual(none);
    await decidePurchase(db, airtime.ref, 'success', { note: 'x' });
    expect(await decidePurchase(db, airtime.ref, 'success', { note: 'x', token })).toEqual(none);
    expect(await findPurchase(db, open.ref)).toMatchObject({ status: 'initiated', result: {} });
  });
});

/** Starts `work`, which needs the wallet, while another transaction holds it; lets it go on once `meanwhile` has happened. */
async function whileWalletIsHeld<T>(work: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM wallet WHERE account_id = $1 FOR UPDATE', [accountId]);
  const done = work();
  await someoneWaits();
  await meanwhile();
  await other.query('COMMIT');
  return done;
}

async function someoneWaits(): Promise<void> {
  for (;;) {
    const { rowCount } = await other.query(
      'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
    );
    if (rowCount) return;
  }
}

async function accepted(product: ProductType = 'AIRTIME'): Promise<{ id: string; ref: string }> {
  const deps = { accepter: createAccepter({ db, clock: systemClock }), provider: { name: 'vtpass' } };
  const { id, requestRef } = await acceptPurchase(deps, accountId, orderFor(product), 15_000);
  return { id, ref: requestRef };
}

/** Sent, with an answer that tells nothing. */
async function sent(): Promise<{ id: string; ref: string }> {
  const purchase = await accepted();
  await claim(purchase.id);
  await recordSettlements(db, [{ ...settled(purchase.id, 'open'), next_check_ms: 60_000 }], { wait: true });
  return purchase;
}

const claim = (id: string) =>
  claimPurchases(db, [{ id, providerRef: `ref-${id}` }], {
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
