import { fundedAccount, giveMoney, useDatabase } from '@topup/testkit';
import { itemFor, purchasesIn } from '../testing/purchases';
import { listLowAccounts } from '../wallet/low-accounts.store';
import { setAccountStatus } from './account.store';

const database = useDatabase();

const { accept, claim, settle } = purchasesIn(() => database.db);

/** An account with this opening balance that has made purchases for these amounts. */
async function account(openingKobo: bigint, ...spentKobo: bigint[]): Promise<{ id: string; purchases: string[] }> {
  const id = await fundedAccount(database.db, openingKobo);
  const items = spentKobo.map((amountKobo) => itemFor(id, 'AIRTIME', { amountKobo }));
  // all purchases of a batch have the same time, and the order of their ids is not the order of their debits
  items.sort((a, b) => (a.id < b.id ? 1 : -1));
  if (items.length > 0) await accept(items);
  return { id, purchases: items.map((item) => item.id) };
}

test('each active account that another day like the last would empty is listed, and no other', async () => {
  const emptiest = await account(10_000n, 6_000n, 3_500n);
  const low = await account(10_000n, 6_000n);
  await account(10_000n, 5_000n); // enough for exactly such a day
  await account(10_000n); // idle
  await account(0n); // idle and empty
  const refunded = await account(10_000n, 9_000n);
  await claim(refunded.purchases);
  await settle({ id: refunded.purchases[0] ?? '', target_status: 'failed', basis: 'answer' });
  await accept([itemFor(refunded.id, 'AIRTIME', { amountKobo: 4_000n })]);
  const funded = await account(10_000n, 9_000n);
  await giveMoney(database.db, funded.id, 4_000n, 'second'); // 5,000 left after 9,000 were spent
  const funding = await account(10_000n, 4_000n);
  await giveMoney(database.db, funding.id, 1_000n, 'second');
  const suspended = await account(10_000n, 6_000n);
  await setAccountStatus(database.db, suspended.id, 'suspended');
  const lastWeek = await account(10_000n, 6_000n);
  await database.db.$executeRaw`ALTER TABLE ledger_entry DISABLE TRIGGER USER`; // nobody may move an entry in time
  await database.db.$executeRaw`
    UPDATE ledger_entry SET created_at = now() - interval '25 hours' WHERE account_id = ${lastWeek.id}::uuid`;
  await database.db.$executeRaw`ALTER TABLE ledger_entry ENABLE TRIGGER USER`;

  expect(await listLowAccounts(database.db)).toEqual([
    { id: emptiest.id, name: expect.any(String), balanceKobo: 500n, spentKobo: 9_500n },
    { id: funded.id, name: expect.any(String), balanceKobo: 5_000n, spentKobo: 9_000n },
    { id: low.id, name: expect.any(String), balanceKobo: 4_000n, spentKobo: 6_000n },
  ]);
});
