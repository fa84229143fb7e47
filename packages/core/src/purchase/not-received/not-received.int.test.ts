import {
  BY_TEST,
  fundedAccount,
  fundedTwin,
  grantedRole,
  newOperator,
  switchApprovalsOff,
  testPool,
  useDatabase,
} from '@topup/testkit';
import type { Db } from '../../shared/db';
import { newId } from '../../shared/ids';
import { expectSoundBooks } from '../../testing/books';
import { purchasesIn } from '../../testing/purchases';
import { settleByHand } from '../settle/settle-by-hand';
import { confirmClaim } from './confirm-claim';
import { fileClaim } from './file-claim';
import { findClaim, listClaims } from './not-received.store';

const database = useDatabase({ max: 8, eachTest: true, beforeDrop: ({ db }) => expectSoundBooks(db) });
const { sent, settle, row } = purchasesIn(() => database.db);
const OPS = { actor: { kind: 'ops', systemUser: 'ada', as: null }, origin: BY_TEST.origin } as const;
const NOTE = 'nothing on 08031234567';
let accountId: string;

beforeEach(async () => {
  await switchApprovalsOff(database.db);
  accountId = await fundedAccount(database.db, 1_000_000n);
});

async function sold() {
  const id = await sent(accountId, 'AIRTIME');
  await settle({ id, target_status: 'success', basis: 'answer' });
  return row(id);
}

const file = async (db: Db = database.db) => {
  const purchase = await sold();
  await fileClaim(db, BY_TEST, purchase, NOTE);
  return purchase;
};
const confirm = (purchase: { id: string; requestRef: string }, db: Db = database.db) =>
  confirmClaim(db, BY_TEST, purchase, 'MTN confirmed it');
const reverse = (purchase: { id: string; requestRef: string }) =>
  settleByHand(database.db, OPS, purchase, { decision: 'refund', note: 'not there' }, undefined);
const mails = async (subject: string) =>
  (await database.db.mail.findMany({ where: { subject }, orderBy: { createdAt: 'asc' } })).map(({ text }) => text);

async function owner(): Promise<void> {
  const user = { id: newId(), accountId, role: 'owner', name: 'Bo', email: `${newId()}@client.example` };
  await database.db.dashboardUser.create({ data: user });
  await database.db.$executeRaw`
    INSERT INTO dashboard_credential (id, user_id, provider_id, account_id, password)
    VALUES (${newId()}::uuid, ${user.id}::uuid, 'credential', ${user.id}, 'no hash')`;
}

describe('a claim gets two answers, or one that does not fit the purchase', () => {
  test('of a confirmation and a reversal at once one answers, and the money is right either way', async () => {
    for (let n = 0; n < 5; n += 1) {
      const purchase = await file();
      const [confirmed, reversed] = await Promise.all([confirm(purchase), reverse(purchase)]);
      expect(reversed.kind).toBe('settled');
      const state = confirmed.kind === 'confirmed' ? 'confirmed' : 'reversed';
      expect(await findClaim(database.db, purchase.id)).toMatchObject({ state });
      expect((await row(purchase.id)).status).toBe('refunded');
    }
  });

  test('of two confirmations at once one is done and recorded; the other says what it is', async () => {
    const purchase = await file();
    const done = await Promise.all([confirm(purchase), confirm(purchase)]);
    expect(done).toContainEqual({ kind: 'confirmed' });
    expect(done).toContainEqual({ kind: 'no_open_claim', reference: purchase.requestRef, state: 'confirmed' });
    expect(await database.db.auditLog.count({ where: { action: 'claim.confirm' } })).toBe(1);
  });

  test('without a claim nothing is confirmed', async () => {
    const purchase = await sold();
    expect(await confirm(purchase)).toEqual({
      kind: 'no_open_claim',
      reference: purchase.requestRef,
      state: null,
    });
  });
});

describe('nobody hears of a claim or of its answer', () => {
  test('operators get one mail in an hour about an account, and owners one for each answer', async () => {
    await owner();
    await newOperator(database.db);
    const [one, other] = [await file(), await file()];
    const told = await mails('A client claims that a purchase was not received');
    expect(told).toEqual([expect.stringContaining(one.requestRef)]);
    expect(told[0]).not.toContain('0803');
    await confirm(one);
    await reverse(other);
    expect(await mails('We have answered your claim')).toEqual([
      expect.stringContaining(`${one.requestRef} was not received. We have confirmed that it was delivered.`),
      expect.stringContaining(`${other.requestRef} was not received. We have reversed it, and refunded your wallet.`),
    ]);
    await database.db.$executeRaw`UPDATE mail SET created_at = created_at - interval '1 hour'`;
    await file();
    expect(await mails('A client claims that a purchase was not received')).toHaveLength(2);
  });

  test('the amount is the face value, as the client named it, and the charge is what a reversal returns', async () => {
    await database.db.$executeRaw`
      INSERT INTO discount (tier_id, product_type, service, bps, cost_bps, below_cost_allowed)
      SELECT tier_id, 'AIRTIME', 'mtn', 1000, 9000, false FROM account WHERE id = ${accountId}::uuid`;
    const { id } = await file();
    expect(await listClaims(database.db, { limit: 1 })).toMatchObject([{ amountKobo: 1_000n, chargedKobo: 900n }]);
    await reverse(await row(id));
    const refund = await database.db.ledgerEntry.findFirst({ where: { purchaseId: id, kind: 'refund' } });
    expect(refund).toMatchObject({ amountKobo: 900n });
  });

  test('a claim of a test account is not among those of customers', async () => {
    accountId = await fundedTwin(database.db, 1_000_000n);
    const { id } = await file();
    expect(await findClaim(database.db, id)).toMatchObject({ state: 'confirmed' });
    expect(await listClaims(database.db, { limit: 10 })).toEqual([]);
  });

  test('open claims are listed first, the oldest of them first, with masked numbers, page by page', async () => {
    const [first, second, third] = [await file(), await file(), await file()];
    await confirm(first);
    const all = await listClaims(database.db, { limit: 10 });
    expect(all.map(({ reference }) => reference)).toEqual([second, third, first].map(({ requestRef }) => requestRef));
    expect(JSON.stringify(all.map(({ note }) => note))).not.toContain('08031234567');
    const [, next] = await listClaims(database.db, { limit: 2 });
    const rest = await listClaims(database.db, { limit: 2, after: next?.place ?? null });
    expect(rest.map(({ reference }) => reference)).toEqual([first.requestRef]);
  });
});

describe('a service may do more with claims than it needs', () => {
  test('api and dashboard file with the rights of production; only operators answer; none writes the table', async () => {
    const [service, dashboard] = [
      testPool((await grantedRole(database.url, 'service')).url, 2),
      testPool((await grantedRole(database.url, 'dashboard')).url, 2),
    ];
    const [one, other] = [await file(service), await file(dashboard)];
    await expect(confirm(one, service)).rejects.toThrow('permission denied');
    expect(await confirm(other, dashboard)).toEqual({ kind: 'confirmed' });
    for (const db of [service, dashboard])
      await expect(db.$executeRaw`UPDATE claim SET note = 'x'`).rejects.toThrow('permission denied');
    await Promise.all([service.$disconnect(), dashboard.$disconnect()]);
  });
});
