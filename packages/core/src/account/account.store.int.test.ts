import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import type { Db } from '../shared/db';
import { itemFor, purchasesIn } from '../testing/purchases';
import { listLowAccounts } from '../wallet/low-accounts.store';
import { fundWallet } from '../wallet/wallet.store';
import { setAccountStatus } from './account.store';

let database: TestDatabase;
let db: Db;

const { accept, claim, settle } = purchasesIn(() => db);

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

/** An account that began with so much and bought for that. */
async function account(openingKobo: bigint, ...spentKobo: bigint[]): Promise<{ id: string; purchases: string[] }> {
  const id = await fundedAccount(db, openingKobo);
  const items = spentKobo.map((amountKobo) => itemFor(id, 'AIRTIME', { amountKobo }));
  // a batch has one moment, and the order of its ids is not the order of its debits
  items.sort((a, b) => (a.id < b.id ? 1 : -1));
  if (items.length > 0) await accept(items);
  return { id, purchases: items.map((item) => item.id) };
}

test('a client whose money runs out is heard of when it has run out: an account that a day like the last would empty is named, and no other', async () => {
  const emptiest = await account(10_000n, 6_000n, 3_500n);
  const low = await account(10_000n, 6_000n);
  await account(10_000n, 5_000n); // enough for exactly such a day
  await account(10_000n); // idle
  await account(0n); // idle and empty
  const refunded = await account(10_000n, 9_000n);
  await claim(refunded.purchases);
  await settle({ id: refunded.purchases[0] ?? '', goal: 'failed', ground: 'answer' });
  await accept([itemFor(refunded.id, 'AIRTIME', { amountKobo: 4_000n })]);
  const funded = await account(10_000n, 9_000n);
  await fundWallet(db, funded.id, 4_000n, 'second'); // 5,000 left after 9,000 were spent
  const funding = await account(10_000n, 4_000n);
  await fundWallet(db, funding.id, 1_000n, 'second');
  const suspended = await account(10_000n, 6_000n);
  await setAccountStatus(db, suspended.id, 'suspended');
  const lastWeek = await account(10_000n, 6_000n);
  await db.$executeRaw`ALTER TABLE purchase DISABLE TRIGGER USER`; // nobody may move a purchase in time
  await db.$executeRaw`UPDATE purchase SET created_at = now() - interval '25 hours' WHERE account_id = ${lastWeek.id}::uuid`;
  await db.$executeRaw`ALTER TABLE purchase ENABLE TRIGGER USER`;

  expect(await listLowAccounts(db)).toEqual([
    { id: emptiest.id, name: expect.any(String), balanceKobo: 500n, spentKobo: 9_500n },
    { id: funded.id, name: expect.any(String), balanceKobo: 5_000n, spentKobo: 9_000n },
    { id: low.id, name: expect.any(String), balanceKobo: 4_000n, spentKobo: 6_000n },
  ]);
});
