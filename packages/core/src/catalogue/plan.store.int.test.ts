import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import type { Db } from '../shared/db';
import { findBuyablePlan, listPlans } from './catalogue.store';
import { announcePlan, restorePlan, retirePlan, withdrawPlan, writeService } from './plan.store';

let database: TestDatabase;
let db: Db;
let accountId: string;

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
  accountId = await fundedAccount(db, 0n);
});
beforeEach(async () => {
  await db.dataPlan.deleteMany();
  await writeService(db, { serviceId: 'mtn-data', network: 'MTN' }, [
    { code: 'm1', name: 'N100 100MB - 1 day', priceKobo: 10_000n },
  ]);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

const listed = async () => (await listPlans(db, accountId)).map(({ id, planId }) => ({ id, planId }));

test('a withdrawn plan is shown and not sold, until its id restores it under the old plan_id', async () => {
  const id = await withdrawPlan(db, 'm1');
  expect(id).toEqual(expect.any(Number));
  expect(await listed()).toEqual([{ id, planId: null }]);
  expect(await findBuyablePlan(db, accountId, 'm1')).toBeNull();
  expect(await withdrawPlan(db, 'm1')).toBeNull();
  expect(await restorePlan(db, id ?? 0)).toEqual({ kind: 'restored', planId: 'm1' });
  expect(await listed()).toEqual([{ id, planId: 'm1' }]);
  expect(await findBuyablePlan(db, accountId, 'm1')).toMatchObject({ planId: 'm1' });
});

test('only what was withdrawn is restored, or an announced plan would be sold that nobody delivers', async () => {
  const announced = await announcePlan(db, { network: 'MTN', name: 'soon', costKobo: 100n });
  expect(await restorePlan(db, announced)).toEqual({ kind: 'not_withdrawn' });
  const [onSale] = await listed();
  expect(await restorePlan(db, onSale?.id ?? 0)).toEqual({ kind: 'not_withdrawn' });
  expect(await restorePlan(db, 2_000_000_000)).toEqual({ kind: 'no_such_plan' });
});

test('only an announced plan is retired: one of the provider’s would be back, and gone, at the whim of the next sync', async () => {
  const announced = await announcePlan(db, { network: 'MTN', name: 'soon', costKobo: 100n });
  const provided = (await listed()).filter(({ id }) => id !== announced);
  for (const { id } of provided) expect(await retirePlan(db, id)).toBe(false);
  expect(await retirePlan(db, announced)).toBe(true);
  expect(await retirePlan(db, announced)).toBe(false);
  expect(await listed()).toEqual(provided);
});
