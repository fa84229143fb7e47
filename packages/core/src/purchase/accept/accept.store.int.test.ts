import { fundedAccount, useDatabase } from '@topup/testkit';
import fc from 'fast-check';
import { databaseFault } from '../../shared/db';
import { newId } from '../../shared/ids';
import { expectChainedLedger, expectSoundBooks } from '../../testing/books';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { getWalletBalance } from '../../wallet/wallet.store';
import { type AcceptItem, type AcceptRow, acceptPurchases, databaseNow } from './accept.store';

const database = useDatabase({ max: 8 });
const { accept } = purchasesIn(() => database.db);

afterEach(() => expectSoundBooks(database.db));

const airtime = (accountId: string, amountKobo: bigint, requestRef = newId()): AcceptItem =>
  itemFor(accountId, 'AIRTIME', { amountKobo, requestRef });

const answerOf = ({ outcome, balanceBeforeKobo, balanceAfterKobo }: AcceptRow) => [
  outcome,
  balanceBeforeKobo,
  balanceAfterKobo,
];

describe('an account pays twice for one purchase, or with money that it does not have', () => {
  test('a batch has the answers, balances and ledger of orders accepted one by one', async () => {
    const order = fc.record({ amount: fc.bigInt({ min: 1n, max: 400n }), ref: fc.integer({ min: 0, max: 12 }) });
    const batch = fc.array(order, { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(batch, { minLength: 1, maxLength: 4 }),
        fc.bigInt({ min: 0n, max: 2_000n }),
        async (batches, opening) => {
          const accountId = await fundedAccount(database.db, opening);
          const run = newId();
          const model = oneByOne(opening);
          for (const orders of batches) {
            const rows = await accept(orders.map(({ amount, ref }) => airtime(accountId, amount, `${run}${ref}`)));
            expect(rows.map(answerOf)).toEqual(orders.map(model.accept));
          }
          expect(await getWalletBalance(database.db, accountId)).toBe(model.balance());
          await expectChainedLedger(database.db, accountId);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('120 accepts at once on a balance for 99 debit 99 purchases', async () => {
    const accountId = await fundedAccount(database.db, 99_000n);
    const rows = (await Promise.all(Array.from({ length: 120 }, () => accept([airtime(accountId, 1_000n)])))).flat();
    expect(rows.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(99);
    expect(rows.filter(({ outcome }) => outcome === 'insufficient')).toHaveLength(21);
    expect(await getWalletBalance(database.db, accountId)).toBe(0n);
    await expectChainedLedger(database.db, accountId);
  });

  test('accounts that use the same references in opposite orders: one gets each, and no deadlock', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => fundedAccount(database.db, 1_000_000n)));
    const refs = Array.from({ length: 12 }, () => newId());
    const rounds = Array.from({ length: 24 }, (_, i) => {
      const order = i % 2 === 0 ? refs : [...refs].reverse();
      return accept(order.map((ref) => airtime(accounts[i % 4] ?? '', 100n, ref)));
    });
    const rows = (await Promise.all(rounds)).flat();
    expect(rows.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(12);
    expect(rows.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(rows.length - 12);
  });

  test('a batch that is repeated after a lost answer gets the same answers and debits nothing', async () => {
    const accountId = await fundedAccount(database.db, 1_000n);
    const items = [airtime(accountId, 600n), airtime(accountId, 600n), airtime(accountId, 300n)];
    const first = await accept(items);
    const again = await accept(items);
    expect(first.map(({ outcome }) => outcome)).toEqual(['accepted', 'insufficient', 'accepted']);
    expect(again.map(answerOf)).toEqual([
      ['accepted', 1_000n, 400n],
      ['insufficient', null, null],
      ['accepted', 400n, 100n],
    ]);
    expect(await getWalletBalance(database.db, accountId)).toBe(100n);
  });

  test('an accept that runs after its caller has given up writes nothing', async () => {
    const accountId = await fundedAccount(database.db, 1_000n);
    const late = acceptPurchases(database.db, [airtime(accountId, 100n)], {
      notAfter: (await databaseNow(database.db)) - 1,
      wait: true,
      startMs: 1,
    });
    await expect(late.catch(databaseFault)).resolves.toBe('late');
    expect(await getWalletBalance(database.db, accountId)).toBe(1_000n);
  });
});

describe('an order that cannot be accepted at once delays the others of its batch', () => {
  test('the order of a locked wallet is answered busy, and that of another account is accepted', async () => {
    const [held, free] = await Promise.all([fundedAccount(database.db, 1_000n), fundedAccount(database.db, 1_000n)]);
    await database.db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM wallet WHERE account_id = ${held}::uuid FOR UPDATE`;
      const rows = await accept([airtime(held, 100n), airtime(free, 100n)], false);
      expect(rows.map(({ outcome }) => outcome)).toEqual(['busy', 'accepted']);
    });
  });

  test('the order of an account without a wallet is answered no_wallet', async () => {
    const [answer] = await accept([airtime(newId(), 100n)]);
    expect(answer?.outcome).toBe('no_wallet');
  });
});

describe('the sweeper marks a purchase pending while its client still waits', () => {
  test('the purchases of a batch each have their own window', async () => {
    const accountId = await fundedAccount(database.db, 100_000n);
    const items = [15_000, 35_000, 1].map((windowMs, i) => ({
      ...itemFor(accountId, i === 1 ? 'CABLE_TV' : 'AIRTIME'),
      windowMs,
    }));
    await accept(items);
    for (const { id, windowMs } of items) {
      const [window] = await database.db.$queryRaw<{ ms: number }[]>`
        SELECT (extract(epoch FROM window_ends_at - created_at) * 1000)::integer AS ms FROM purchase
         WHERE id = ${id}::uuid`;
      expect(window).toEqual({ ms: windowMs });
    }
  });
});

/** A model of accept that takes one order after the other. */
function oneByOne(opening: bigint) {
  const taken = new Set<number>();
  let balance = opening;
  return {
    balance: () => balance,
    accept: ({ amount, ref }: { amount: bigint; ref: number }) => {
      if (taken.has(ref)) return ['duplicate', null, null];
      if (balance < amount) return ['insufficient', null, null];
      taken.add(ref);
      balance -= amount;
      return ['accepted', balance + amount, balance];
    },
  };
}
