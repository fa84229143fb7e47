import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import fc from 'fast-check';
import { type Db, databaseFault } from '../../shared/db';
import { newId } from '../../shared/ids';
import { expectChained } from '../../testing/ledger';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { getWalletBalance } from '../../wallet/wallet.store';
import { type AcceptItem, acceptPurchases, databaseNow } from './accept.store';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url, 8);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

const { accept } = purchasesIn(() => db);

/** Airtime of this amount. */
const item = (accountId: string, amountKobo: bigint, requestRef = newId()): AcceptItem =>
  itemFor(accountId, 'AIRTIME', { amountKobo, requestRef });

describe('accept: money is taken exactly once, exactly when it is there', () => {
  test('a batch gives the answers, balances and ledger of one-by-one execution in arrival order', async () => {
    const amounts = fc.array(
      fc.record({ amount: fc.bigInt({ min: 1n, max: 400n }), ref: fc.integer({ min: 0, max: 12 }) }),
      {
        minLength: 1,
        maxLength: 25,
      },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(amounts, { minLength: 1, maxLength: 4 }),
        fc.bigInt({ min: 0n, max: 2_000n }),
        async (batches, opening) => {
          const accountId = await fundedAccount(db, opening);
          const run = newId();
          const model = oneByOne(opening);
          for (const batch of batches) {
            const rows = await accept(batch.map(({ amount, ref }) => item(accountId, amount, `${run}${ref}`)));
            expect(
              rows.map(({ outcome, balanceBeforeKobo, balanceAfterKobo }) => [
                outcome,
                balanceBeforeKobo,
                balanceAfterKobo,
              ]),
            ).toEqual(batch.map(model.accept));
          }
          expect(await getWalletBalance(db, accountId)).toBe(model.balance());
          await expectChained(db, accountId);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('many processes at one wallet never spend more than is there', async () => {
    const accountId = await fundedAccount(db, 99_000n);
    const rows = (await Promise.all(Array.from({ length: 120 }, () => accept([item(accountId, 1_000n)])))).flat();
    expect(rows.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(99);
    expect(rows.filter(({ outcome }) => outcome === 'insufficient')).toHaveLength(21);
    expect(await getWalletBalance(db, accountId)).toBe(0n);
    await expectChained(db, accountId);
  });

  test('accounts that fight over the same references each get one of two answers and no deadlock', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => fundedAccount(db, 1_000_000n)));
    const refs = Array.from({ length: 12 }, () => newId());
    const rounds = Array.from({ length: 24 }, (_, i) => {
      const order = i % 2 === 0 ? refs : [...refs].reverse();
      return accept(order.map((ref) => item(accounts[i % 4] ?? '', 100n, ref)));
    });
    const rows = (await Promise.all(rounds)).flat();
    expect(rows.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(12);
    expect(rows.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(rows.length - 12);
  });

  test('the same ids again, after a lost answer, are told what stands and nothing moves', async () => {
    const accountId = await fundedAccount(db, 1_000n);
    const items = [item(accountId, 600n), item(accountId, 600n), item(accountId, 300n)];
    const first = await accept(items);
    const again = await accept(items);
    expect(first.map(({ outcome }) => outcome)).toEqual(['accepted', 'insufficient', 'accepted']);
    expect(
      again.map(({ outcome, balanceBeforeKobo, balanceAfterKobo }) => [outcome, balanceBeforeKobo, balanceAfterKobo]),
    ).toEqual([
      ['accepted', 1_000n, 400n],
      ['insufficient', null, null],
      ['accepted', 400n, 100n],
    ]);
    expect(await getWalletBalance(db, accountId)).toBe(100n);
  });

  test('an attempt that runs after its caller has given up writes nothing', async () => {
    const accountId = await fundedAccount(db, 1_000n);
    const late = acceptPurchases(db, [item(accountId, 100n)], {
      notAfter: (await databaseNow(db)) - 1,
      wait: true,
      startMs: 1,
    });
    await expect(late.catch(databaseFault)).resolves.toBe('late');
    expect(await getWalletBalance(db, accountId)).toBe(1_000n);
  });

  test('a wallet that somebody holds does not hold up the others', async () => {
    const [held = '', free = ''] = await Promise.all([fundedAccount(db, 1_000n), fundedAccount(db, 1_000n)]);
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM wallet WHERE account_id = ${held}::uuid FOR UPDATE`;
      const rows = await accept([item(held, 100n), item(free, 100n)], false);
      expect(rows.map(({ outcome }) => outcome)).toEqual(['busy', 'accepted']);
    });
  });

  test('an account without a wallet is told so, not waited for', async () => {
    const [answer] = await accept([item(newId(), 100n)]);
    expect(answer?.outcome).toBe('no_wallet');
  });
});

/** What accept must do, done one by one. */
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
