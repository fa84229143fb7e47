import { fundedAccount, useDatabase } from '@topup/testkit';
import { expectSoundBooks } from '../../testing/books';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { findSentPurchase, takeDuePurchases } from './due.store';

const database = useDatabase({ max: 8 });
const { accept, claim, settle, sent } = purchasesIn(() => database.db);

let accountId: string;
beforeEach(async () => {
  accountId = await fundedAccount(database.db, 100_000n);
});
afterEach(() => expectSoundBooks(database.db));

describe('two workers work on the same due purchase', () => {
  test('sweeps at the same time share what is due: each purchase is taken once', async () => {
    const items = Array.from({ length: 10 }, () => itemFor(accountId, 'AIRTIME'));
    await accept(items);
    await database.db.$executeRaw`
      UPDATE purchase SET next_check_at = now() - interval '1 second' WHERE account_id = ${accountId}::uuid`;
    const take = () => takeDuePurchases(database.db, ['AIRTIME'], { limit: 100, startMs: 2_000, holdMs: 60_000 });
    const taken = (await Promise.all([take(), take(), take()]))
      .flat()
      .filter((due) => items.some(({ id }) => id === due.id));
    expect(new Set(taken.map(({ id }) => id)).size).toBe(10);
    expect(taken).toHaveLength(10);
    expect(taken[0]).toMatchObject({ sends: 0, sinceSendMs: null, ageMs: expect.any(Number) });
    expect(await takeDuePurchases(database.db, ['DATA'], { limit: 100, startMs: 0, holdMs: 0 })).toEqual([]);
  });
});

describe('a callback overtakes the answer of the send, and its requery finds no such order', () => {
  test('a provider reference finds a purchase only after its send has ended', async () => {
    const item = itemFor(accountId, 'DATA');
    await accept([item]);
    const ref = `ref-${item.id}`;
    expect(await findSentPurchase(database.db, ref)).toBeNull();
    await claim([item.id]);
    expect(await findSentPurchase(database.db, ref)).toBeNull();
    await settle({ id: item.id, target_status: 'open', basis: 'answer', next_check_ms: 60_000 });
    expect(await findSentPurchase(database.db, ref)).toMatchObject({
      id: item.id,
      providerOrder: item.providerOrder,
      ageMs: expect.any(Number),
      sinceSendMs: expect.any(Number),
      missingSpanMs: null,
    });
    expect(await findSentPurchase(database.db, 'ref-of-nobody')).toBeNull();
  });

  test('the purchase of a process that died is found when its lease is over', async () => {
    const id = await sent(accountId, 'ELECTRICITY', { leaseOver: true });
    expect(await findSentPurchase(database.db, `ref-${id}`)).toMatchObject({ id });
  });
});
