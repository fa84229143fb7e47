import {
  AS_OPS,
  eventually,
  fundedAccount,
  newOperator,
  switchApprovalsOff,
  type TestOperator,
  useDatabase,
} from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { listActions } from '../audit/action.store';
import { openNextAttempts } from '../purchase/send/next-attempt.store';
import { decidePurchase } from '../purchase/settle/decide-purchase';
import { sql } from '../shared/db';
import { expectSoundBooks } from '../testing/books';
import { itemFor, purchasesIn } from '../testing/purchases';
import { getWalletBalance } from '../wallet/wallet.store';
import { decideApproval } from './decide-approval';
import { guardActorOf } from './guarded-action';
import { readCapUse } from './policy.store';
import { requestApproval } from './request-approval';

const database = useDatabase({ max: 8, eachTest: true, beforeDrop: ({ db }) => expectSoundBooks(db) });
const db = () => database.db;
const { accept, claim, settle } = purchasesIn(db);

const MILLION = 100_000_000n;

let ada: TestOperator;
let bola: TestOperator;
let accountId: string;

beforeEach(async () => {
  ada = await newOperator(db());
  bola = await newOperator(db());
  accountId = await fundedAccount(db(), 10n * MILLION);
  await setWebhookUrl(db(), accountId, 'https://client.example/hook');
});

/** Sent, with an outcome that nobody knows, and no send under way. @returns its id */
async function unknown(amountKobo: bigint): Promise<string> {
  const item = itemFor(accountId, 'AIRTIME', { amountKobo });
  await accept([item]);
  await claim([item.id]);
  await db().$executeRaw`UPDATE purchase SET claim_expires_at = now() WHERE id = ${item.id}::uuid`;
  return item.id;
}
/** Closes the attempt as refused, and opens one at Monnify. */
async function openAtMonnify(id: string): Promise<void> {
  const { providerOrder } = await db().purchase.findUniqueOrThrow({ where: { id } });
  const item = {
    id,
    attempt: 1,
    outcome: 'refused',
    basis: 'answer',
    missingCount: 0,
    evidence: {},
    provider: 'monnify',
    providerOrder,
    decision: { version: null, passed: [] },
  };
  const opened = await openNextAttempts(db(), [item as never], { leastLeftMs: 1_000, startMs: 2_000 });
  expect(opened).toEqual([true]);
}
async function delivered(amountKobo = 10_000n): Promise<string> {
  const id = await unknown(amountKobo);
  await settle({ id, target_status: 'success', basis: 'answer', message: 'done' });
  return id;
}

const refund = (id: string) =>
  db().$transaction((tx) => decidePurchase(tx, { id }, 'refund', { note: 'never came' }, guardActorOf(ada.actor)));
async function request(id: string): Promise<string> {
  const outcome = await refund(id);
  if (outcome.kind !== 'refused') throw new Error(outcome.kind);
  const asked = await requestApproval(db(), ada, outcome.guarded, 'never came');
  return 'id' in asked ? asked.id : asked.kind;
}
const approve = (id: string) => db().$transaction((tx) => decideApproval(tx, bola, { id, approve: true, note: null }));
const statusOf = async (id: string) => (await db().purchase.findUniqueOrThrow({ where: { id } })).status;

describe('an operator refunds what was delivered, to somebody who shares it', () => {
  test('a delivered purchase is refunded by nobody alone, however small; an approval does it', async () => {
    const id = await delivered(5_000n);
    expect(await refund(id)).toMatchObject({ kind: 'refused', refusal: { kind: 'approval_needed', limitKobo: null } });
    expect(await statusOf(id)).toBe('success');
    const decided = await approve(await request(id));
    expect(decided).toEqual({ kind: 'approved', eventId: expect.any(String), notificationId: null, userId: null });
    expect(await statusOf(id)).toBe('refunded');
    expect(await getWalletBalance(db(), accountId)).toBe(10n * MILLION);
    const [done] = await listActions(db(), { action: 'purchase.settle' }, { limit: 1 });
    expect(done).toMatchObject({ userId: bola.userId, before: { status: 'success' }, after: { status: 'refunded' } });
  });

  test('what was delivered and lacks its token is refunded by nobody alone', async () => {
    const item = itemFor(accountId, 'ELECTRICITY', { amountKobo: 5_000n });
    await accept([item]);
    await claim([item.id]);
    await settle({ id: item.id, target_status: 'open', basis: 'answer', order_seen: true, token_awaited: true });
    expect(await refund(item.id)).toMatchObject({ refusal: { kind: 'approval_needed', limitKobo: null } });
    expect(await approve(await request(item.id))).toMatchObject({ kind: 'approved' });
    expect(await statusOf(item.id)).toBe('failed');
  });

  test('an unknown outcome is refunded alone up to the limit, and counts on the cap', async () => {
    const id = await unknown(MILLION);
    expect(await refund(id)).toMatchObject({ kind: 'settled', status: 'failed' });
    expect(await readCapUse(db(), ada.userId)).toBe(MILLION);
  });

  test('above the limit an unknown outcome needs an approval', async () => {
    const id = await unknown(MILLION + 1n);
    expect(await refund(id)).toMatchObject({ refusal: { kind: 'approval_needed', limitKobo: MILLION } });
    expect(await approve(await request(id))).toMatchObject({ kind: 'approved' });
    expect(await statusOf(id)).toBe('failed');
    expect(await readCapUse(db(), ada.userId)).toBe(MILLION + 1n);
  });

  test('the second attempt of a purchase is refunded by an approval as the first is', async () => {
    const id = await unknown(MILLION + 1n);
    await openAtMonnify(id);
    await claim([id]);
    await db().$executeRaw`UPDATE purchase SET claim_expires_at = now() WHERE id = ${id}::uuid`;
    expect(await approve(await request(id))).toMatchObject({ kind: 'approved' });
    expect(await statusOf(id)).toBe('failed');
  });

  test('what a closed attempt has delivered is refunded by nobody alone, and can be a success', async () => {
    const [one, other] = [await unknown(5_000n), await unknown(5_000n)];
    for (const id of [one, other]) {
      await openAtMonnify(id);
      await settle({ id, target_status: 'success', basis: 'requery' });
    }
    expect(await refund(one)).toMatchObject({ refusal: { kind: 'approval_needed', limitKobo: null } });
    expect(await approve(await request(one))).toMatchObject({ kind: 'approved' });
    expect(await statusOf(one)).toBe('failed');
    const evidence = { note: 'VTpass has delivered it' };
    expect(await decidePurchase(db(), { id: other }, 'success', evidence, guardActorOf(ada.actor))).toMatchObject({
      kind: 'settled',
      status: 'success',
    });
  });

  test('what was never sent has a known outcome, and counts on the cap only', async () => {
    const item = itemFor(accountId, 'AIRTIME', { amountKobo: 2n * MILLION });
    await accept([item]);
    expect(await refund(item.id)).toMatchObject({ kind: 'settled', status: 'refunded' });
    expect(await readCapUse(db(), ada.userId)).toBe(2n * MILLION);
  });

  test('a decision for success moves no money, and needs nobody', async () => {
    const id = await unknown(2n * MILLION);
    const evidence = { note: 'the customer has it' };
    expect(await decidePurchase(db(), { id }, 'success', evidence, guardActorOf(ada.actor))).toMatchObject({
      kind: 'settled',
      status: 'success',
    });
    expect(await readCapUse(db(), ada.userId)).toBe(0n);
  });

  test('what the provider has delivered since the request is not refunded by it', async () => {
    const id = await unknown(MILLION + 1n);
    const asked = await request(id);
    await settle({ id, target_status: 'success', basis: 'requery', message: 'done' });
    expect(await approve(asked)).toEqual({ kind: 'approval_not_done', why: 'contradiction' });
    expect(await db().purchase.findUnique({ where: { id } })).toMatchObject({
      status: 'success',
      contradictedBy: null,
    });
  });

  test('a send that is under way is refunded by no approval', async () => {
    const id = await unknown(MILLION + 1n);
    const asked = await request(id);
    await db().$executeRaw`UPDATE purchase SET claim_expires_at = now() + interval '1 minute' WHERE id = ${id}::uuid`;
    expect(await approve(asked)).toEqual({ kind: 'approval_not_done', why: 'declined' });
  });

  test('a claim that expires while a refund is judged does not make one that nobody judged', async () => {
    const id = await unknown(MILLION + 1n);
    const item = {
      id,
      basis: 'operator',
      target_status: 'failed',
      cause: 'operator: x',
      cause_code: 'operator',
      message: 'x',
    };
    const expires = sql`UPDATE purchase SET claim_expires_at = clock_timestamp() + interval '1 s' WHERE id = ${id}::uuid`;
    await db().$executeRaw(expires);
    const { refunding } = await db().$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE money_rule`; // so judging waits
      const settle = db().$queryRaw<{ outcome: string }[]>(
        sql`SELECT outcome FROM settle_by_operator(${JSON.stringify(item)}::jsonb, ${ada.userId}, NULL)`,
      );
      const refunding = settle.then(([row]) => row?.outcome);
      await eventually(
        () => tx.$queryRaw<{ over: boolean }[]>`
          SELECT claim_expires_at < clock_timestamp() AS over FROM purchase WHERE id = ${id}::uuid`,
        ([row]) => row?.over === true,
      );
      return { refunding };
    });
    // the second on a machine that took a second to begin
    expect(['declined', 'approval_needed']).toContain(await refunding);
    expect(await statusOf(id)).toBe('initiated');
    expect(await readCapUse(db(), ada.userId)).toBe(0n);
  });

  test('refunds above the cap are refused, with approvals off too', async () => {
    await switchApprovalsOff(db());
    for (let i = 0; i < 5; i += 1) await refund(await unknown(MILLION));
    const id = await delivered();
    expect(await refund(id)).toMatchObject({ kind: 'refused', refusal: { kind: 'cap_exceeded', leftKobo: 0n } });
    expect(await decidePurchase(db(), { id }, 'refund', { note: 'x' }, AS_OPS)).toMatchObject({ kind: 'settled' });
  });
});
