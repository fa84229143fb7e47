import { AS_OPS, fundedAccount, newOperator, switchApprovalsOff, type TestOperator, useDatabase } from '@topup/testkit';
import { expectSoundBooks } from '../testing/books';
import { adjustWallet, fundWallet, getWalletBalance } from '../wallet/wallet.store';
import { decideApproval } from './decide-approval';
import { guardActorOf } from './guarded-action';
import { readCapUse } from './policy.store';
import { requestApproval } from './request-approval';

const database = useDatabase({ max: 8, eachTest: true, beforeDrop: ({ db }) => expectSoundBooks(db) });
const db = () => database.db;

const MILLION = 100_000_000n;

let ada: TestOperator;
let bola: TestOperator;
let accountId: string;
let references = 0;

beforeEach(async () => {
  ada = await newOperator(db());
  bola = await newOperator(db());
  accountId = await fundedAccount(db(), 1_000n);
});

const fund = (amountKobo: bigint, by = guardActorOf(ada.actor)) =>
  fundWallet(db(), { accountId, amountKobo, reference: `bank ${++references}` }, by);
const adjust = (amountKobo: bigint, belowZero = false) =>
  adjustWallet(
    db(),
    { accountId, amountKobo, reference: `fix ${++references}`, entryId: null, reason: 'paid twice', belowZero },
    guardActorOf(ada.actor),
  );
const useUp = async () => {
  for (let i = 0; i < 5; i += 1) expect(await fund(MILLION)).toMatchObject({ kind: 'funded' });
};

describe('small steps add up to a large theft', () => {
  test('an operator moves up to the cap in a day, to the kobo; another operator and `ops` have their own', async () => {
    await useUp();
    expect(await fund(1n)).toEqual({ kind: 'cap_exceeded', leftKobo: 0n });
    expect(await readCapUse(db(), ada.userId)).toBe(5n * MILLION);
    expect(await fund(1n, guardActorOf(bola.actor))).toMatchObject({ kind: 'funded' });
    expect(await fund(MILLION, AS_OPS)).toMatchObject({ kind: 'funded' });
  });

  test('all of `ops` has one cap, whomever it acts for', async () => {
    await switchApprovalsOff(db());
    expect(await fund(5n * MILLION, { ...AS_OPS, as: ada.userId })).toMatchObject({ kind: 'funded' });
    expect(await fund(1n, AS_OPS)).toEqual({ kind: 'cap_exceeded', leftKobo: 0n });
  });

  test('twenty fundings at once do not pass it together', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => fund(MILLION)));
    expect(outcomes.filter(({ kind }) => kind === 'funded')).toHaveLength(5);
    expect(await getWalletBalance(db(), accountId)).toBe(5n * MILLION + 1_000n);
  });

  test('it holds with approvals off', async () => {
    await switchApprovalsOff(db());
    expect(await fund(5n * MILLION + 1n)).toEqual({ kind: 'cap_exceeded', leftKobo: 5n * MILLION });
    expect(await fund(5n * MILLION)).toMatchObject({ kind: 'funded' });
  });

  test('an approved step counts for the operator who asked, and is not done beyond the cap', async () => {
    const ask = async (amountKobo: bigint, reference: string) => {
      const step = { kind: 'fund' as const, accountId, amountKobo, reference };
      const asked = await requestApproval(db(), ada, step, 'large');
      return 'id' in asked ? asked.id : asked.kind;
    };
    expect(await ask(5n * MILLION + 1n, 'never')).toBe('cap_exceeded');
    const [first, second] = [await ask(3n * MILLION, 'first'), await ask(3n * MILLION, 'second')];
    expect(await decideApproval(db(), bola, { id: first, approve: true, note: null })).toMatchObject({
      kind: 'approved',
    });
    expect(await readCapUse(db(), ada.userId)).toBe(3n * MILLION);
    expect(await readCapUse(db(), bola.userId)).toBe(0n);
    expect(await decideApproval(db(), bola, { id: second, approve: true, note: null })).toEqual({
      kind: 'approval_not_done',
      why: 'cap_exceeded',
    });
  });

  test('yesterday counts no more', async () => {
    await useUp();
    await db().$executeRaw`ALTER TABLE cap_use DISABLE TRIGGER USER`;
    await db().$executeRaw`UPDATE cap_use SET day = day - 1`;
    await db().$executeRaw`ALTER TABLE cap_use ENABLE TRIGGER USER`;
    expect(await fund(MILLION)).toMatchObject({ kind: 'funded' });
  });

  test('a reference that was used before counts once', async () => {
    const funding = { accountId, amountKobo: MILLION, reference: 'once' };
    await fundWallet(db(), funding, guardActorOf(ada.actor));
    expect(await fundWallet(db(), funding, guardActorOf(ada.actor))).toMatchObject({ kind: 'funded_before' });
    expect(await readCapUse(db(), ada.userId)).toBe(MILLION);
  });
});

describe('a mistake in a wallet cannot be undone, or undoing it is a way around the rule', () => {
  test('an adjustment gives or takes, and names what it corrects', async () => {
    const [funding] = await db().ledgerEntry.findMany({ where: { accountId } });
    const fix = { accountId, reference: 'fix', entryId: funding?.id ?? 0n, reason: 'typed a zero too many' };
    const outcome = await adjustWallet(db(), { ...fix, amountKobo: -900n, belowZero: false }, guardActorOf(ada.actor));
    expect(outcome).toEqual({
      kind: 'adjusted',
      amountKobo: -900n,
      balanceBeforeKobo: 1_000n,
      balanceAfterKobo: 100n,
    });
    const again = { ...fix, amountKobo: -900n, belowZero: false };
    for (const reference of ['fix', 'FIX', ' f ix'])
      expect(await adjustWallet(db(), { ...again, reference }, guardActorOf(ada.actor))).toMatchObject({
        kind: 'adjusted_before',
      });
    expect(await db().ledgerEntry.findFirst({ where: { accountId, kind: 'adjustment' } })).toMatchObject({
      amountKobo: -900n,
      correctsId: funding?.id,
      reason: 'typed a zero too many',
    });
  });

  test('an entry of another account is none', async () => {
    const other = await fundedAccount(db(), 1n);
    const [foreign] = await db().ledgerEntry.findMany({ where: { accountId: other } });
    const fix = { accountId, amountKobo: -1n, reference: 'fix', reason: 'x', belowZero: false };
    const entryId = foreign?.id ?? 0n;
    expect(await adjustWallet(db(), { ...fix, entryId }, AS_OPS)).toEqual({ kind: 'no_such_entry', entryId });
  });

  test('a plus counts on the cap, a minus does not; both need an approval above the limit', async () => {
    expect(await adjust(MILLION)).toMatchObject({ kind: 'adjusted' });
    expect(await readCapUse(db(), ada.userId)).toBe(MILLION);
    expect(await adjust(-MILLION)).toMatchObject({ kind: 'adjusted' });
    expect(await readCapUse(db(), ada.userId)).toBe(MILLION);
    expect(await adjust(MILLION + 1n)).toEqual({ kind: 'approval_needed', limitKobo: MILLION });
    await fund(MILLION, AS_OPS);
    await fund(MILLION, AS_OPS);
    expect(await adjust(-MILLION - 1n)).toEqual({ kind: 'approval_needed', limitKobo: MILLION });
  });

  test('below zero only by an approval that says so; then nothing is bought, and money fills it up', async () => {
    expect(await adjust(-1_001n)).toEqual({ kind: 'below_zero', balanceKobo: 1_000n });
    expect(await adjust(-1_001n, true)).toEqual({ kind: 'approval_needed', limitKobo: null });
    const step = {
      kind: 'adjust' as const,
      accountId,
      amountKobo: -1_500n,
      reference: 'deep',
      entryId: null,
      reason: 'a chargeback of the bank',
      belowZero: true,
    };
    const asked = await requestApproval(db(), ada, step, 'chargeback');
    expect(
      await decideApproval(db(), bola, { id: 'id' in asked ? asked.id : '', approve: true, note: null }),
    ).toMatchObject({ kind: 'approved' });
    expect(await getWalletBalance(db(), accountId)).toBe(-500n);
    await expect(db().$executeRaw`UPDATE wallet SET balance_kobo = balance_kobo - 1`).rejects.toThrow('23514');
    expect(await fund(700n)).toMatchObject({ balanceAfterKobo: 200n });
    await expect(db().$executeRaw`UPDATE wallet SET balance_kobo = -1`).rejects.toThrow('23514');
  });
});
