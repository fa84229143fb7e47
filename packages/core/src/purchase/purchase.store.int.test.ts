import { fundedAccount, useDatabase } from '@topup/testkit';
import { expectSoundBooks } from '../testing/books';
import { itemFor, purchasesIn } from '../testing/purchases';
import { findPurchase, isReferenceUsed } from './purchase.store';

const database = useDatabase();
const { accept } = purchasesIn(() => database.db);

afterEach(() => expectSoundBooks(database.db));

describe('a purchase is not found by its reference, or the reference is used again', () => {
  test('a purchase is found with the balances before and after its debit', async () => {
    const item = itemFor(await fundedAccount(database.db, 1_000_000n), 'AIRTIME', { amountKobo: 10_000n });
    await accept([item]);
    expect((await findPurchase(database.db, item.requestRef))?.balances).toEqual({
      before: 1_000_000n,
      after: 990_000n,
    });
    expect(await findPurchase(database.db, 'nobody')).toBeNull();
  });

  test('a reference is used from the accept on; in capitals it is another reference', async () => {
    const item = itemFor(await fundedAccount(database.db, 1_000n), 'DATA');
    expect(await isReferenceUsed(database.db, item.requestRef)).toBe(false);
    await accept([item]);
    expect(await isReferenceUsed(database.db, item.requestRef)).toBe(true);
    expect(await isReferenceUsed(database.db, item.requestRef.toUpperCase())).toBe(false);
  });
});
