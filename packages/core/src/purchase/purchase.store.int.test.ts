import { fundedAccount, useDatabase } from '@topup/testkit';
import { setAccountStatus } from '../account/account.store';
import { newId } from '../shared/ids';
import { expectSoundBooks } from '../testing/books';
import { itemFor, purchasesIn } from '../testing/purchases';
import { findPurchase, isReferenceOfAnother, isReferenceUsed } from './purchase.store';

const database = useDatabase();
const { accept } = purchasesIn(() => database.db);

afterEach(() => expectSoundBooks(database.db));

describe('a purchase is not found by its reference, or the reference is used again', () => {
  test('a purchase is found with the balances before and after its debit', async () => {
    const item = itemFor(await fundedAccount(database.db, 1_000_000n), 'AIRTIME', { amountKobo: 10_000n });
    await accept([item]);
    const { id, accountId, requestRef } = item;
    for (const key of [{ id }, { accountId, requestRef }])
      expect((await findPurchase(database.db, key))?.balances).toEqual({ before: 1_000_000n, after: 990_000n });
    expect(await findPurchase(database.db, { accountId, requestRef: newId() })).toBeNull();
  });

  test('a reference is used from the accept on; in capitals it is another reference', async () => {
    const { accountId, requestRef, ...item } = itemFor(await fundedAccount(database.db, 1_000n), 'DATA');
    expect(await isReferenceUsed(database.db, accountId, requestRef)).toBe(false);
    await accept([{ ...item, accountId, requestRef }]);
    expect(await isReferenceUsed(database.db, accountId, requestRef)).toBe(true);
    expect(await isReferenceUsed(database.db, accountId, requestRef.toUpperCase())).toBe(false);
  });
});

describe('accounts with the same reference see each other’s purchases', () => {
  test('each finds its own, and another’s only as the answer that there is one', async () => {
    const [a, b, c] = await Promise.all([1, 2, 3].map(() => fundedAccount(database.db, 1_000n)));
    if (!a || !b || !c) throw new Error('no accounts');
    const requestRef = newId();
    const [ofA, ofB] = [a, b].map((accountId) => itemFor(accountId, 'AIRTIME', { requestRef }));
    if (!ofA || !ofB) throw new Error('no items');
    expect((await accept([ofA, ofB])).map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
    expect((await findPurchase(database.db, { accountId: a, requestRef }))?.id).toBe(ofA.id);
    expect((await findPurchase(database.db, { accountId: b, requestRef }))?.id).toBe(ofB.id);
    expect(await findPurchase(database.db, { accountId: c, requestRef })).toBeNull();
    expect(await isReferenceUsed(database.db, c, requestRef)).toBe(false);
    expect(await isReferenceOfAnother(database.db, c, requestRef)).toBe(true);
    expect(await isReferenceOfAnother(database.db, c, newId())).toBe(false);
    for (const accountId of [a, b]) await setAccountStatus(database.db, accountId, 'suspended');
    expect(await isReferenceOfAnother(database.db, c, requestRef)).toBe(false);
  });
});
