import { AS_OPS, fundedAccount, giveMoney, useDatabase } from '@topup/testkit';
import { expectSoundBooks } from '../testing/books';
import { fundingReferenceFault } from './funding-reference';
import { fundWallet, getWalletBalance } from './wallet.store';

const database = useDatabase({ max: 12, eachTest: true, beforeDrop: ({ db }) => expectSoundBooks(db) });
const db = () => database.db;

let accountId: string;
let other: string;
beforeEach(async () => {
  accountId = await fundedAccount(db(), 0n);
  other = await fundedAccount(db(), 0n);
});

const fund = (reference: string, account = accountId, amountKobo = 10_000n) =>
  fundWallet(db(), { accountId: account, amountKobo, reference }, AS_OPS);
const balances = async () => [await getWalletBalance(db(), accountId), await getWalletBalance(db(), other)];

describe('one bank transfer funds twice', () => {
  test.each(['FT-9926-AB', 'ft-9926-ab', ' FT-9926-Ab ', 'FT - 9926 - Ab'])(
    'as "%s" it is the same for the same account and amount, and used for any other',
    async (again) => {
      expect(await fund('FT-9926-Ab')).toMatchObject({ kind: 'funded' });
      expect(await fund(again)).toMatchObject({ kind: 'funded_before', balanceAfterKobo: 10_000n });
      const { name } = await db().account.findUniqueOrThrow({ where: { id: accountId } });
      const earlier = { reference: 'FT-9926-Ab', account: name, amountKobo: 10_000n, at: expect.any(Date) };
      expect(await fund(again, other)).toEqual({ kind: 'reference_used', ...earlier });
      expect(await fund(again, accountId, 10_001n)).toEqual({ kind: 'reference_used', ...earlier });
      expect(await balances()).toEqual([10_000n, 0n]);
    },
  );

  test.each([
    ['FT\u200b-9926-Ab', 'U+200B'],
    ['FT\u20119926-Ab', '"\u2011" (U+2011)'],
    ['FT-\u00ad9926-Ab', 'U+00AD'],
    ['FT-99\u206026-Ab', 'U+2060'],
    ['FT-9926-\u0410b', '"\u0410" (U+0410)'],
    ['FT-9926-\uff21b', '"\uff21" (U+FF21)'],
    ['FT\u00a09926', 'U+00A0'],
    ['FT-9926-\u{1d400}', '"\u{1d400}" (U+1D400)'],
  ])('a reference with a look-alike is refused, and the character is named (%#)', async (reference, named) => {
    expect(fundingReferenceFault(reference)).toContain(`it has ${named}.`);
    await expect(fund(reference)).rejects.toThrow('bad_reference');
    expect(await balances()).toEqual([0n, 0n]);
  });

  test('every printable character of ASCII is allowed, and a suffix makes another reference', async () => {
    const all = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join('');
    expect(fundingReferenceFault(all)).toBeNull();
    expect(await fund(all)).toMatchObject({ kind: 'funded' });
    for (const reference of ['cash', 'cash-2', 'cash-3'])
      expect(await fund(reference)).toMatchObject({ kind: 'funded' });
  });

  test('of ten at the same moment, over two accounts and in two spellings, one adds money', async () => {
    const spellings = ['ft 1', 'FT1'];
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => fund(spellings[n % 2] ?? '', n < 5 ? accountId : other)),
    );
    expect(outcomes.filter(({ kind }) => kind === 'funded')).toHaveLength(1);
    expect((await balances()).sort()).toEqual([0n, 10_000n]);
  });

  test('which funding a reference belongs to cannot be changed, removed or emptied', async () => {
    await fund('ft 1');
    for (const sql of [
      'UPDATE funding_reference SET key = key',
      'DELETE FROM funding_reference',
      'TRUNCATE funding_reference',
    ])
      await expect(db().$executeRawUnsafe(sql)).rejects.toThrow('funding_reference_is');
  });
});

describe('look-alikes from before the rule open a way around it', () => {
  test('the first of them stands for all; each is still known as its own funding, and none adds money', async () => {
    await giveMoney(db(), accountId, 500n, 'FT 7');
    await giveMoney(db(), accountId, 700n, 'ft7');
    await giveMoney(db(), other, 900n, 'FT 7');
    await giveMoney(db(), other, 300n, 'FT\u200b8');
    await db().$executeRaw`
      INSERT INTO funding_reference (key, entry_id)
      SELECT DISTINCT ON (funding_key(reference)) funding_key(reference), id FROM ledger_entry
       WHERE kind = 'funding' ORDER BY funding_key(reference), id`;
    expect(await fund('ft7', accountId, 700n)).toMatchObject({ kind: 'funded_before', amountKobo: 700n });
    expect(await fund('FT 7', other, 900n)).toMatchObject({ kind: 'funded_before', amountKobo: 900n });
    expect(await fund('FT 7', other, 901n)).toMatchObject({ kind: 'reference_used', amountKobo: 900n });
    expect(await fund('Ft7', other, 900n)).toMatchObject({ kind: 'reference_used', amountKobo: 500n });
    expect(await fund('FT\u200b8', other, 300n)).toMatchObject({ kind: 'funded_before' });
    expect(await balances()).toEqual([1_200n, 1_200n]);
  });
});
