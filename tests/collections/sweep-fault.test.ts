import { sweepAccounts } from '@topup/core/collection';
import type { Collector } from '@topup/core/provider';
import { type CollectionsWorld, collectionsWorld } from './support';

let world: CollectionsWorld;
beforeAll(async () => {
  world = await collectionsWorld();
});
afterAll(() => world.close());

test('an account whose list cannot be read is asked about without a pause', async () => {
  const [{ accountId }, other] = [await world.opened(), await world.opened()];
  let asked = 0;
  const away: Collector = {
    ...world.collector,
    banks: async (reference) => {
      asked += 1;
      if (asked > 10) throw new Error('it does not stop');
      return reference === accountId ? { kind: 'unavailable', reason: 'away' } : world.collector.banks(reference);
    },
  };
  const sweep = () => sweepAccounts({ ...world, collector: away }, () => false);
  await sweep();
  expect(asked).toBe(2);
  await sweep();
  expect(asked).toBe(2);
  await world.db.$executeRaw`UPDATE funding_account SET swept_at = swept_at - interval '61 seconds'`;
  await world.pay(other.banks, 100);
  await sweep();
  expect(asked).toBe(3); // only the one whose list is still to be read
});
