import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import { systemClock } from '../../shared/clock';
import type { Db } from '../../shared/db';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { createClaimer } from './claimer';
import { type ClaimDeps, claimPurchase } from './send-purchase';

let database: TestDatabase;
let db: Db;
let deps: ClaimDeps;

const { accept } = purchasesIn(() => db);

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  deps = {
    claimer: createClaimer({ db, log, leaseMs: 75_000, startDeadlineMs: 1_800_000 }),
    provider: { mintRef: (id) => `ref-${id}` },
    clock: systemClock,
    observer: { claimed: () => undefined },
    providerTimeoutMs: 55_000,
  };
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

async function accepted(): Promise<string> {
  const item = itemFor(await fundedAccount(db, 10_000n), 'AIRTIME', { amountKobo: 10_000n });
  await accept([item]);
  return item.id;
}

test('a purchase is vended twice: claimed by a job and by the sweep of one process, in one statement or in two, it may be sent by one of them', async () => {
  const ids = [await accepted(), await accepted()];
  const together = await Promise.all(
    ids.flatMap((id) => [claimPurchase(deps, id), claimPurchase(deps, id), claimPurchase(deps, id)]),
  );
  const later = await Promise.all(ids.map((id) => claimPurchase(deps, id)));
  expect([...together, ...later].flatMap((claimed) => claimed?.purchase.id ?? []).sort()).toEqual([...ids].sort());
});
