import { BY_TEST, fundedAccount, useDatabase } from '@topup/testkit';
import { findBuyablePlan, listPlans } from './catalogue.store';
import { clearPlanId, giveBackPlanId, insertAnnounced, setGone, writeService } from './plan.store';

const database = useDatabase();
let accountId: string;

beforeAll(async () => {
  accountId = await fundedAccount(database.db, 0n);
});
beforeEach(async () => {
  await database.db.dataPlan.deleteMany();
  await writeService(database.db, BY_TEST, { serviceId: 'mtn-data', network: 'MTN' }, [
    { code: 'm1', name: 'N100 100MB - 1 day', priceKobo: 10_000n },
  ]);
});

const listed = async () => (await listPlans(database.db, accountId)).map(({ id, planId }) => ({ id, planId }));

test('a withdrawn plan is listed and not sold, until it is restored under the same plan_id', async () => {
  const id = await clearPlanId(database.db, 'm1');
  expect(id).toEqual(expect.any(Number));
  expect(await listed()).toEqual([{ id, planId: null }]);
  expect(await findBuyablePlan(database.db, accountId, 'm1')).toBeNull();
  expect(await clearPlanId(database.db, 'm1')).toBeNull();
  expect(await giveBackPlanId(database.db, id ?? 0)).toEqual({ kind: 'restored', planId: 'm1' });
  expect(await listed()).toEqual([{ id, planId: 'm1' }]);
  expect(await findBuyablePlan(database.db, accountId, 'm1')).toMatchObject({ planId: 'm1' });
});

test('only a withdrawn plan is restored: nobody could deliver an announced one', async () => {
  const { id: announced } = await insertAnnounced(database.db, { network: 'MTN', name: 'soon', costKobo: 100n });
  expect(await giveBackPlanId(database.db, announced)).toMatchObject({ kind: 'not_withdrawn' });
  const [onSale] = await listed();
  expect(await giveBackPlanId(database.db, onSale?.id ?? 0)).toMatchObject({ kind: 'not_withdrawn' });
  expect(await giveBackPlanId(database.db, 2_000_000_000)).toMatchObject({ kind: 'no_such_plan_row' });
});

test('only an announced plan is retired: the next sync would list a plan of the provider again', async () => {
  const { id: announced } = await insertAnnounced(database.db, { network: 'MTN', name: 'soon', costKobo: 100n });
  const provided = (await listed()).filter(({ id }) => id !== announced);
  for (const { id } of provided) expect(await setGone(database.db, id)).toBe(false);
  expect(await setGone(database.db, announced)).toBe(true);
  expect(await setGone(database.db, announced)).toBe(false);
  expect(await listed()).toEqual(provided);
});
