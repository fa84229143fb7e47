import { fundedAccount, useDatabase } from '@topup/testkit';
import { systemClock } from '../../shared/clock';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { createClaimer } from './claimer';
import { type ClaimDeps, claimPurchase } from './send-purchase';

const database = useDatabase();
const { accept } = purchasesIn(() => database.db);

let deps: ClaimDeps;
beforeAll(() => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  deps = {
    claimer: createClaimer({ serves: ['vtpass'], db: database.db, log, leaseMs: 75_000, startDeadlineMs: 1_800_000 }),
    provider: { mintRef: (id) => `ref-${id}` },
    clock: systemClock,
    observer: { claimed: () => undefined },
    providerTimeoutMs: 55_000,
  };
});

async function accepted(): Promise<string> {
  const item = itemFor(await fundedAccount(database.db, 10_000n), 'AIRTIME', { amountKobo: 10_000n });
  await accept([item]);
  return item.id;
}

describe('a job and the sweep of the same process send one purchase twice', () => {
  test('a purchase that is claimed several times, in one batch or later, is given to one caller', async () => {
    const ids = [await accepted(), await accepted()];
    const together = await Promise.all(
      ids.flatMap((id) => [claimPurchase(deps, id), claimPurchase(deps, id), claimPurchase(deps, id)]),
    );
    const later = await Promise.all(ids.map((id) => claimPurchase(deps, id)));
    expect([...together, ...later].flatMap((claimed) => claimed?.purchase.id ?? []).sort()).toEqual([...ids].sort());
  });
});
