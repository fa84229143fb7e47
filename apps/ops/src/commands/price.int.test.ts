import { createTier, setAccountTier } from '@topup/core/account';
import { findBuyablePlan, listCatalogue } from '@topup/core/catalogue';
import { useOpsWorld } from '../testing/ops-world';

const world = useOpsWorld();
const { ops, json, refusal } = world;
let accountId: string;

beforeAll(async () => {
  accountId = await world.openAccount('buyer');
});
beforeEach(async () => {
  await world.db.planPrice.deleteMany();
  await world.db.dataPlan.deleteMany();
  await setAccountTier(world.db, accountId, 'standard');
  await world.db.dataPlan.create({
    data: {
      planId: 'm1',
      network: 'MTN',
      name: 'N100 m1 - 1 day',
      planName: 'm1',
      validity: '1 day',
      providerService: 'mtn-data',
      providerCode: 'm1',
      costKobo: 10_000n,
    },
  });
});

describe('an account pays another price than the operator set', () => {
  const standard = ['--tier', 'standard', '--plan', 'm1'];

  test('a new markup of a tier applies at once, and an account pays the price of its new tier', async () => {
    await createTier(world.db, { name: 'silver', markupBps: 2_000 });
    expect(await json('account', 'set-tier', '--account', 'buyer', '--tier', 'silver')).toMatchObject({
      id: accountId,
      tier: 'silver',
    });
    expect(await findBuyablePlan(world.db, accountId, 'm1')).toMatchObject({ priceKobo: 12_000n });
    expect(await json('tier', 'set-markup', '--tier', 'silver', '--markup', '2.5')).toMatchObject({
      name: 'silver',
      markupPercent: '2.50',
    });
    expect(await findBuyablePlan(world.db, accountId, 'm1')).toMatchObject({ priceKobo: 10_250n });
  });

  test('a plan has an exact price, a markup of its own, or again the markup of the tier', async () => {
    expect(await json('price', 'set', ...standard, '--price', '100.5')).toEqual({
      tier: 'standard',
      planId: 'm1',
      price: '100.50',
      cost: '100.00',
    });
    expect(await json('price', 'list', '--tier', 'standard')).toMatchObject([
      { planId: 'm1', price: '100.50', markupPercent: null, belowCostAllowed: false },
    ]);
    expect(await json('price', 'set', ...standard, '--markup', '7.5')).toMatchObject({ price: '107.50' });
    expect((await ops('price', 'list', '--tier', 'standard')).stdout).toMatch(/ m1 .* 107\.50 +cost \+ 7\.50 %\n$/);
    expect(await json('price', 'clear', ...standard)).toEqual({
      tier: 'standard',
      planId: 'm1',
      cleared: true,
      price: '110.00',
    });
    expect(await world.db.planPrice.count()).toBe(0);
  });

  test('a price below cost is a refusal, and is set with --force', async () => {
    expect(await refusal('price', 'set', ...standard, '--price', '99.99')).toBe(
      'Plan "m1" costs us NGN 100.00, so this price is below cost. Nothing was changed. --force sells it at a loss.',
    );
    expect(await findBuyablePlan(world.db, accountId, 'm1')).toMatchObject({ priceKobo: 11_000n });
    await json('price', 'set', ...standard, '--price', '99.99', '--force');
    expect(await findBuyablePlan(world.db, accountId, 'm1')).toMatchObject({ priceKobo: 9_999n });
  });

  test('an unknown tier or plan is a refusal that names it', async () => {
    const noTier = 'There is no tier "iron". `tier list` shows all tiers.';
    const noPlan = 'There is no plan with the plan_id "m9". `catalogue list --all` shows all plans.';
    const refused: [args: string[], text: string][] = [
      [['price', 'set', '--tier', 'iron', '--plan', 'm1', '--markup', '1'], noTier],
      [['price', 'list', '--tier', 'iron'], noTier],
      [['tier', 'set-markup', '--tier', 'iron', '--markup', '1'], noTier],
      [['account', 'set-tier', '--account', 'buyer', '--tier', 'iron'], noTier],
      [['catalogue', 'list', '--tier', 'iron'], noTier],
      [['price', 'clear', '--tier', 'standard', '--plan', 'm9'], noPlan],
    ];
    expect(await Promise.all(refused.map(([args]) => refusal(...args)))).toEqual(refused.map(([, text]) => text));
  });

  test('wrong usage exits 2 and changes nothing', async () => {
    const wrong = [
      ['price', 'set', ...standard],
      ['price', 'set', ...standard, '--price', '1', '--markup', '1'],
      ['price', 'set', ...standard, '--markup', '1', '--force'],
      ['price', 'set', ...standard, '--price', '0'],
    ];
    const results = await Promise.all(wrong.map((args) => ops(...args, '--json')));
    expect(results).toEqual(
      wrong.map(() => ({ code: 2, stdout: '', lines: expect.arrayContaining([expect.stringMatching(/\w/)]) })),
    );
    expect(await world.db.planPrice.count()).toBe(0);
    expect(await listCatalogue(world.db, 'standard')).toMatchObject([{ planId: 'm1', state: 'for_sale' }]);
  });
});
