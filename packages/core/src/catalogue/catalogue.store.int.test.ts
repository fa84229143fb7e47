import { AS_OPS, fundedAccount, useDatabase } from '@topup/testkit';
import fc from 'fast-check';
import { setAccountTier } from '../account/account.store';
import { createTier, setTierMarkup } from '../account/tier.store';
import type { Db } from '../shared/db';
import { newId } from '../shared/ids';
import { findBuyablePlan, listCatalogue, listPlans } from './catalogue.store';

const database = useDatabase();
let accountId: string;
let tier: { id: number; name: string };

beforeEach(async () => {
  await database.db.planPrice.deleteMany();
  await database.db.dataPlan.deleteMany();
  accountId = await fundedAccount(database.db, 0n);
  const created = await createTier(database.db, { name: `tier ${newId()}`, markupBps: 1_000 });
  if (created.kind !== 'created') throw new Error(created.kind);
  tier = created.tier;
  await setAccountTier(database.db, accountId, tier.name, AS_OPS);
});

type Row = Parameters<Db['dataPlan']['create']>[0]['data'];

async function plan(code: string, changes: Partial<Row> = {}): Promise<number> {
  const { id } = await database.db.dataPlan.create({
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
  database.db.planPrice.create({ data: { tierId: tier.id, dataPlanId, ...price } });

describe('a client sees one price and pays another', () => {
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

  /** At most 10 % of the cost, and what may be lost in a day. */
  const lossIsBounded = (costKobo: bigint, priceKobo: bigint) =>
    priceKobo >= costKobo - costKobo / 10n && costKobo - priceKobo <= 1_000_000n;

  test('the price is exact, or by the markup of the plan, or of the tier, rounded up to whole kobo', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ costKobo: kobo, own }), { minLength: 1, maxLength: 8 }),
        bps,
        async (cases, markupBps) => {
          await database.db.planPrice.deleteMany();
          await database.db.dataPlan.deleteMany();
          await setTierMarkup(database.db, { name: tier.name, markupBps });
          const expected = new Map<string, { priceKobo: bigint; sells: boolean }>();
          for (const [n, { costKobo, own }] of cases.entries()) {
            const id = await plan(`p${n}`, { costKobo });
            if (own !== null) await ownPrice(id, own);
            const priceKobo = modelPrice(costKobo, markupBps, own);
            const mayLose = own?.belowCostAllowed === true && lossIsBounded(costKobo, priceKobo);
            expected.set(`p${n}`, { priceKobo, sells: priceKobo >= costKobo || mayLose });
          }
          const listed = await listPlans(database.db, accountId);
          expect(listed).toHaveLength(cases.length);
          for (const { planId, planName, priceKobo } of listed) {
            const bought = await findBuyablePlan(database.db, accountId, planName);
            const { sells, ...price } = expected.get(planName) ?? { sells: undefined };
            expect({ priceKobo }).toEqual(price);
            expect([planId, bought?.priceKobo]).toEqual(sells ? [planName, priceKobo] : [null, undefined]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('half a kobo is rounded up, so that no sale is below cost', async () => {
    await plan('odd', { costKobo: 5n });
    expect(await findBuyablePlan(database.db, accountId, 'odd')).toMatchObject({ priceKobo: 6n, costKobo: 5n });
  });

  test('another tier does not pay the price of this one', async () => {
    const id = await plan('a');
    await ownPrice(id, { priceKobo: 10_500n });
    const other = await fundedAccount(database.db, 0n);
    expect(await findBuyablePlan(database.db, accountId, 'a')).toMatchObject({ priceKobo: 10_500n });
    expect(await findBuyablePlan(database.db, other, 'a')).toMatchObject({ priceKobo: 11_000n });
  });

  test('an account that changes its tier pays the other price at once', async () => {
    await plan('a');
    expect(await setAccountTier(database.db, accountId, 'no such tier', AS_OPS)).toMatchObject({
      kind: 'no_such_tier',
    });
    expect(await findBuyablePlan(database.db, accountId, 'a')).toMatchObject({ priceKobo: 11_000n });
    await createTier(database.db, { name: `costly ${accountId}`, markupBps: 5_000 });
    expect(await setAccountTier(database.db, accountId, `costly ${accountId}`, AS_OPS)).toEqual({ kind: 'set' });
    expect(await findBuyablePlan(database.db, accountId, 'a')).toMatchObject({ priceKobo: 15_000n });
  });
});

describe('a plan is sold that cannot be delivered, or only at a loss', () => {
  test('a plan is bought under the service and the code it was listed with', async () => {
    await plan('a', { network: '9MOBILE', providerService: 'etisalat-data' });
    expect(await findBuyablePlan(database.db, accountId, 'a')).toEqual({
      planId: 'a',
      name: 'N100 a - 1 day',
      network: '9MOBILE',
      priceKobo: 11_000n,
      costKobo: 10_000n,
      providerService: 'etisalat-data',
      providerCode: 'a',
    });
  });

  test('withdrawn, announced and loss-making plans are listed, gone ones are not; none can be bought', async () => {
    const forSale = await plan('sold');
    await plan('gone', { isActive: false });
    const withdrawn = await plan('withdrawn', { planId: null });
    const announced = await plan('announced', { planId: null, providerService: null, providerCode: null });
    const loss = await plan('loss');
    await ownPrice(loss, { priceKobo: 9_999n });

    const listed = (await listPlans(database.db, accountId)).map(({ id, planId, isActive }) => ({
      id,
      planId,
      isActive,
    }));
    const unsold = [withdrawn, announced, loss].map((id) => ({ id, planId: null, isActive: true }));
    expect(listed.sort((a, b) => a.id - b.id)).toEqual([{ id: forSale, planId: 'sold', isActive: true }, ...unsold]);

    for (const planId of ['gone', 'withdrawn', 'announced', 'loss', 'unknown'])
      expect(await findBuyablePlan(database.db, accountId, planId)).toBeNull();

    const states = Object.fromEntries(
      (await listCatalogue(database.db, tier.name))?.map(({ name, state }) => [name.split(' ')[1], state]) ?? [],
    );
    expect(states).toEqual({
      sold: 'for_sale',
      gone: 'gone',
      withdrawn: 'withdrawn',
      announced: 'announced',
      loss: 'below_cost',
    });
  });

  test('a plan below cost is sold when an operator has allowed it', async () => {
    await ownPrice(await plan('lure'), { priceKobo: 9_000n, belowCostAllowed: true });
    expect(await findBuyablePlan(database.db, accountId, 'lure')).toMatchObject({ priceKobo: 9_000n });
    expect(await listPlans(database.db, accountId)).toMatchObject([{ planId: 'lure', priceKobo: 9_000n }]);
  });

  test('an account that does not exist sees and buys nothing', async () => {
    await plan('a');
    expect(await listPlans(database.db, newId())).toEqual([]);
    expect(await findBuyablePlan(database.db, newId(), 'a')).toBeNull();
    expect(await listCatalogue(database.db, 'no such tier')).toBeNull();
  });
});

test('plans are listed by network, the cheapest first', async () => {
  await plan('m2', { costKobo: 200n });
  await plan('g1', { network: 'GLO', costKobo: 100n });
  await plan('m1', { costKobo: 100n });
  await plan('g2', { network: 'GLO', costKobo: 200n });
  await ownPrice(await plan('m3', { costKobo: 1n }), { priceKobo: 5_000n });
  expect((await listPlans(database.db, accountId)).map(({ planId }) => planId)).toEqual(['g1', 'g2', 'm1', 'm2', 'm3']);
});
