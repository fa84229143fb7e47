import { fundedAccount, testPool, useDatabase } from '@topup/testkit';
import type { ProductType } from '../../product/products';
import { expectSoundBooks } from '../../testing/books';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { tableStatistics } from '../../testing/table-statistics';
import { listExpiredWindows } from '../wait/waiting.store';
import { findSentPurchase, takeDuePurchases } from './due.store';

const database = useDatabase({ max: 8 });
const { accept, claim, settle, sent } = purchasesIn(() => database.db);

let accountId: string;
beforeEach(async () => {
  accountId = await fundedAccount(database.db, 100_000n);
});
afterEach(() => expectSoundBooks(database.db));

describe('two workers work on the same due purchase', () => {
  // fault P4: sweep
  // fault D6: sweep
  test('sweeps at the same time share what is due: each purchase is taken once', async () => {
    const items = Array.from({ length: 10 }, () => itemFor(accountId, 'AIRTIME'));
    await accept(items);
    await database.db.$executeRaw`
      UPDATE purchase SET next_check_at = now() - interval '1 second' WHERE account_id = ${accountId}::uuid`;
    const take = (product: ProductType = 'AIRTIME') =>
      takeDuePurchases(database.db, [product], { sent: false, limit: 100, except: [], holdMs: 60_000 });
    const taken = (await Promise.all([take(), take(), take()]))
      .flat()
      .filter((due) => items.some(({ id }) => id === due.id));
    expect(new Set(taken.map(({ id }) => id)).size).toBe(10);
    expect(taken).toHaveLength(10);
    expect(taken[0]).toMatchObject({ sends: 0, sinceSendMs: null, ageMs: expect.any(Number) });
    expect(await take('DATA')).toEqual([]);
  });
});

describe('much is due of one account, and all of it is older', () => {
  // fault A4, A9
  test('accounts take turns, even those with little that is young; those left out give none', async () => {
    const others = await Promise.all([fundedAccount(database.db, 100_000n), fundedAccount(database.db, 100_000n)]);
    const [few, one] = others as [string, string];
    await accept([
      ...Array.from({ length: 40 }, () => itemFor(accountId, 'AIRTIME')),
      ...Array.from({ length: 3 }, () => itemFor(few, 'AIRTIME')),
      itemFor(one, 'AIRTIME'),
    ]);
    await database.db.$executeRaw`
      UPDATE purchase SET next_check_at = now() - CASE account_id WHEN ${accountId}::uuid THEN interval '1 hour'
                                                                  ELSE interval '1 second' END
       WHERE account_id IN (${accountId}::uuid, ${few}::uuid, ${one}::uuid)`;
    const take = async (limit: number, except: string[] = []) => {
      const due = await takeDuePurchases(database.db, ['AIRTIME'], { sent: false, limit, except, holdMs: 60_000 });
      return [accountId, few, one].map((id) => due.filter((purchase) => purchase.accountId === id).length);
    };
    expect(await take(6)).toEqual([3, 2, 1]);
    expect(await take(5, [accountId])).toEqual([0, 1, 0]);
    expect(await take(100)).toEqual([37, 0, 0]);
  });

  test('those that were sent and those that were not are taken apart', async () => {
    const id = await sent(accountId, 'AIRTIME', { leaseOver: true });
    await database.db.$executeRaw`UPDATE purchase SET next_check_at = now() WHERE id = ${id}::uuid`;
    const take = (sentOnes: boolean) =>
      takeDuePurchases(database.db, ['AIRTIME'], { sent: sentOnes, limit: 100, except: [], holdMs: 60_000 });
    expect(await take(false)).toEqual([]);
    expect(await take(true)).toMatchObject([{ id, sends: 1 }]);
  });
});

describe('a sweep costs the more, the more is on its way', () => {
  test('it reads what is due, and of an account none of what only waits', async () => {
    const one = testPool(database.url, 1);
    await one.$executeRaw`SET enable_seqscan = off`;
    const rowsReadBy = async (sweep: () => Promise<unknown[]>) => {
      const { rowsRead } = await tableStatistics(one, 'purchase');
      expect(await sweep()).toEqual([]);
      return (await tableStatistics(one, 'purchase')).rowsRead - rowsRead;
    };
    await accept(Array.from({ length: 200 }, () => itemFor(accountId, 'AIRTIME', { amountKobo: 100n })));
    await database.db.$executeRaw`
      UPDATE purchase SET next_check_at = now() + interval '1 h', window_ends_at = now() + interval '1 h'
       WHERE account_id = ${accountId}::uuid`;
    await database.db.$executeRaw`ANALYZE purchase`;
    const due = { sent: false, limit: 100, except: [], holdMs: 60_000 };
    expect(await rowsReadBy(() => takeDuePurchases(one, ['AIRTIME'], due))).toBeLessThan(20);
    expect(await rowsReadBy(() => listExpiredWindows(one, ['AIRTIME'], 100))).toBeLessThan(20);
    await one.$disconnect();
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
