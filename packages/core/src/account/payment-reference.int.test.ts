import { AS_OPS, useDatabase } from '@topup/testkit';
import { newId } from '../shared/ids';
import { createAccount, matchPaymentReference, searchAccounts } from './account.store';
import { readPaymentReference } from './payment-reference';

const database = useDatabase();
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

async function opened(): Promise<{ id: string; name: string; paymentReference: string }> {
  const account = await createAccount(database.db, { name: `account ${newId()}`, tier: 'standard' }, AS_OPS);
  if (account.kind !== 'created') throw new Error(account.kind);
  return account;
}

describe('a payment is matched with the wrong account', () => {
  test('each account gets a reference of its own, and the one that is typed is the one that was made', async () => {
    const accounts = await Promise.all(Array.from({ length: 50 }, opened));
    const references = accounts.map(({ paymentReference }) => paymentReference);
    expect(new Set(references).size).toBe(50);
    for (const reference of references) {
      expect(reference).toMatch(/^TUP-[23456789FHKMQRWXY]{6}$/);
      expect(readPaymentReference(reference)).toEqual({ kind: 'read', reference });
    }
    const [{ id, paymentReference } = { id: '', paymentReference: '' }] = accounts;
    expect(await matchPaymentReference(database.db, ` ${paymentReference.toLowerCase()}`)).toMatchObject({
      kind: 'matched',
      account: { id, paymentReference },
    });
    expect(await matchPaymentReference(database.db, 'TUP-7K2MRW')).toEqual({
      kind: 'no_such_payment_reference',
      reference: 'TUP-7K2MRW',
    });
  });

  test('an account that is opened without one has one too, and nobody can take it away', async () => {
    const id = newId();
    await database.db.$executeRaw`INSERT INTO account (id, name, tier_id) VALUES (${id}::uuid, ${id}, 1)`;
    const { paymentReference } = await database.db.account.findUniqueOrThrow({ where: { id } });
    expect(readPaymentReference(paymentReference).kind).toBe('read');
    for (const none of [null, 'TUP-000000'])
      await expect(
        database.db.$executeRaw`UPDATE account SET payment_reference = ${none} WHERE id = ${id}::uuid`,
      ).rejects.toThrow();
    const other = await opened();
    await expect(
      database.db.$executeRaw`UPDATE account SET payment_reference = ${paymentReference} WHERE id = ${other.id}::uuid`,
    ).rejects.toThrow('unique');
  });

  test('one wrong character, and two that changed places, are always noticed', async () => {
    const { paymentReference } = await opened();
    const typed = paymentReference.slice(4);
    const wrong = new Set<string>();
    for (let i = 0; i < 6; i += 1) {
      for (const character of CHARACTERS) wrong.add(typed.slice(0, i) + character + typed.slice(i + 1));
      for (let j = i + 1; j < 6; j += 1) {
        const swapped = [...typed];
        [swapped[i], swapped[j]] = [typed[j] ?? '', typed[i] ?? ''];
        wrong.add(swapped.join(''));
      }
    }
    wrong.delete(typed);
    expect(wrong.size).toBeGreaterThan(200);
    for (const text of wrong)
      expect(readPaymentReference(`TUP-${text}`)).toEqual({
        kind: 'payment_reference_mistyped',
        reference: `TUP-${text}`,
      });
  });

  test('it is read in any case, with spaces or none, and nothing else is taken for one', async () => {
    const { paymentReference } = await opened();
    const bare = paymentReference.replace('-', '');
    for (const text of [
      paymentReference.toLowerCase(),
      bare,
      ` ${bare.slice(0, 3)} ${bare.slice(3, 6)} ${bare.slice(6)}`,
    ])
      expect(readPaymentReference(text)).toEqual({ kind: 'read', reference: paymentReference });
    for (const text of ['', 'TUP-', bare.slice(3), `${bare}2`, bare.slice(0, -1), 'TUP-7K2M4\u00d7', 'bank-1'])
      expect(readPaymentReference(text)).toEqual({ kind: 'not_a_payment_reference' });
  });

  test('a search finds the account by its whole reference, and by no other', async () => {
    const [one, other] = [await opened(), await opened()];
    const found = async (search: string) =>
      (await searchAccounts(database.db, { search, limit: 10 })).map(({ name }) => name);
    expect(await found(one.paymentReference.toLowerCase())).toEqual([one.name]);
    expect(await found(other.paymentReference.replace('-', ' '))).toEqual([other.name]);
    expect(await found(one.paymentReference.slice(0, -1))).toEqual([]);
  });
});
