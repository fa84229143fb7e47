import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import fc from 'fast-check';
import { setAccountTier } from '../account/account.store';
import { createTier, setTierMarkup } from '../account/tier.store';
import type { Db } from '../shared/db';
import { newId } from '../shared/ids';
import { findBuyablePlan, listCatalogue, listPlans } from './catalogue.store';

let database: TestDatabase;
let db: Db;
let accountId: string;
let tier: { id: number; name: string };

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
});
beforeEach(async () => {
  await db.planPrice.deleteMany();
  await db.dataPlan.deleteMany();
  accountId = await fundedAccount(db, 0n);
  const created = await createTier(db, { name: `tier ${newId()}`, markupBps: 1_000 });
  if (created === 'name_taken') throw new Error(created);
  tier = created;
  await setAccountTier(db, accountId, tier.name);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

type Row = Parameters<Db['dataPlan']['create']>[0]['data'];

async function plan(code: string, changes: Partial<Row> = {}): Promise<number> {
  const { id } = await db.dataPlan.create({
    data: {
      planId: code,
      network: 'MTN',
      name: `N100 ${code} - 1 day`,
      planName: code,
      validity: '1 day',
      providerService: 'mtn-data',
      providerCode: code,
      costKobo: 10_000n,
      ...changes,
    } as Row,
  });
  return id;
}

const ownPrice = (dataPlanId: number, price: { priceKobo?: bigint; markupBps?: number; belowCostAllowed?: boolean }) =>
  db.planPrice.create({ data: { tierId: tier.id, dataPlanId, ...price } });

describe('a client is told, and debited, the one price of its tier', () => {
  const kobo = fc.bigInt({ min: 1n, max: 99_999_999_999n });
  const bps = fc.integer({ min: 0, max: 100_000 });
  const own = fc.oneof(
    fc.constant(null),
    fc.record({ priceKobo: kobo, belowCostAllowed: fc.boolean() }),
    fc.record({ markupBps: bps, belowCostAllowed: fc.boolean() }),
  );
  type Own = { priceKobo?: bigint; markupBps?: number; belowCostAllowed: boolean } | null;

  /** Of exact fractions of a kobo: the price times 10,000. */
  function modelPrice(costKobo: bigint, markupBps: number, price: Own): bigint {
    if (price?.priceKobo !== undefined) return price.priceKobo;
    const exact = costKobo * 10_000n + costKobo * BigInt(price?.markupBps ?? markupBps);
    return exact % 10_000n === 0n ? exact / 10_000n : exact / 10_000n + 1n;
  }

  test('it is the exact price, else the markup of the plan, else that of the tier, rounded up to whole kobo; never below cost unless allowed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ costKobo: kobo, own }), { minLength: 1, maxLength: 8 }),
        bps,
        async (cases, markupBps) => {
          await db.planPrice.deleteMany();
          await db.dataPlan.deleteMany();
          await setTierMarkup(db, { name: tier.name, markupBps });
          const expected = new Map<string, { priceKobo: bigint; sells: boolean }>();
          for (const [n, { costKobo, own }] of cases.entries()) {
            const id = await plan(`p${n}`, { costKobo });
            if (own !== null) await ownPrice(id, own);
            const priceKobo = modelPrice(costKobo, markupBps, own);
            expected.set(`p${n}`, { priceKobo, sells: priceKobo >= costKobo || own?.belowCostAllowed === true });
          }
          const listed = await listPlans(db, accountId);
          expect(listed).toHaveLength(cases.length);
          for (const { planId, planName, priceKobo } of listed) {
            const bought = await findBuyablePlan(db, accountId, planName);
            const { sells, ...price } = expected.get(planName) ?? { sells: undefined };
            expect({ priceKobo }).toEqual(price);
            expect([planId, bought?.priceKobo]).toEqual(sells ? [planName, priceKobo] : [null, undefined]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('half a kobo goes up, so that no sale is below cost', async () => {
    await plan('odd', { costKobo: 5n });
    expect(await findBuyablePlan(db, accountId, 'odd')).toMatchObject({ priceKobo: 6n, costKobo: 5n });
  });

  test('the price of one tier is not asked of another', async () => {
    const id = await plan('a');
    await ownPrice(id, { priceKobo: 10_500n });
    const other = await fundedAccount(db, 0n);
    expect(await findBuyablePlan(db, accountId, 'a')).toMatchObject({ priceKobo: 10_500n });
    expect(await findBuyablePlan(db, other, 'a')).toMatchObject({ priceKobo: 11_000n });
  });

  test('an account that changes its tier pays the other price at once', async () => {
    await plan('a');
    expect(await setAccountTier(db, accountId, 'no such tier')).toBe(false);
    expect(await findBuyablePlan(db, accountId, 'a')).toMatchObject({ priceKobo: 11_000n });
    await createTier(db, { name: `dear ${accountId}`, markupBps: 5_000 });
    expect(await setAccountTier(db, accountId, `dear ${accountId}`)).toBe(true);
    expect(await findBuyablePlan(db, accountId, 'a')).toMatchObject({ priceKobo: 15_000n });
  });
});

describe('what cannot be delivered, or only at a loss, is not sold', () => {
  test('a bought plan goes to the provider in the words it was listed with', async () => {
    await plan('a', { network: '9MOBILE', providerService: 'etisalat-data' });
    expect(await findBuyablePlan(db, accountId, 'a')).toEqual({
      planId: 'a',
      name: 'N100 a - 1 day',
      network: '9MOBILE',
      priceKobo: 11_000n,
      costKobo: 10_000n,
      providerService: 'etisalat-data',
      providerCode: 'a',
    });
  });

  test('gone plans are not listed; withdrawn, announced and loss-making ones are listed without a plan_id; none of them can be bought', async () => {
    const forSale = await plan('sold');
    await plan('gone', { isActive: false });
    const withdrawn = await plan('withdrawn', { planId: null });
    const announced = await plan('announced', { planId: null, providerService: null, providerCode: null });
    const loss = await plan('loss');
    await ownPrice(loss, { priceKobo: 9_999n });

    const listed = (await listPlans(db, accountId)).map(({ id, planId, isActive }) => ({ id, planId, isActive }));
    const unsold = [withdrawn, announced, loss].map((id) => ({ id, planId: null, isActive: true }));
    expect(listed.sort((a, b) => a.id - b.id)).toEqual([{ id: forSale, planId: 'sold', isActive: true }, ...unsold]);

    for (const planId of ['gone', 'withdrawn', 'announced', 'loss', 'never heard of'])
      expect(await findBuyablePlan(db, accountId, planId)).toBeNull();

    const states = Object.fromEntries(
      (await listCatalogue(db, tier.name))?.map(({ name, state }) => [name.split(' ')[1], state]) ?? [],
    );
    expect(states).toEqual({
      sold: 'for_sale',
      gone: 'gone',
      withdrawn: 'withdrawn',
      announced: 'announced',
      loss: 'below_cost',
    });
  });

  test('a loss that an operator has allowed is sold at it', async () => {
    await ownPrice(await plan('lure'), { priceKobo: 1n, belowCostAllowed: true });
    expect(await findBuyablePlan(db, accountId, 'lure')).toMatchObject({ priceKobo: 1n });
    expect(await listPlans(db, accountId)).toMatchObject([{ planId: 'lure', priceKobo: 1n }]);
  });

  test('an account that does not exist is shown nothing and buys nothing', async () => {
    await plan('a');
    expect(await listPlans(db, newId())).toEqual([]);
    expect(await findBuyablePlan(db, newId(), 'a')).toBeNull();
    expect(await listCatalogue(db, 'no such tier')).toBeNull();
  });
});

test('a shop window that follows the list shows each network together, cheapest first', async () => {
  await plan('m2', { costKobo: 200n });
  await plan('g1', { network: 'GLO', costKobo: 100n });
  await plan('m1', { costKobo: 100n });
  await plan('g2', { network: 'GLO', costKobo: 200n });
  await ownPrice(await plan('m3', { costKobo: 1n }), { priceKobo: 5_000n });
  expect((await listPlans(db, accountId)).map(({ planId }) => planId)).toEqual(['g1', 'g2', 'm1', 'm2', 'm3']);
});
