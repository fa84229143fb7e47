import { createTier, setAccountTier } from '@topup/core/account';
import { findBuyablePlan, listCatalogue } from '@topup/core/catalogue';
import { systemClock } from '@topup/core/shared';
import { lagosMidnight } from '@topup/core/time';
import { AS_OPS, insertSold } from '@topup/testkit';
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
  await setAccountTier(world.db, accountId, 'standard', AS_OPS);
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
    expect(await json('price', 'set', ...standard, '--price', '100.5')).toMatchObject({
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
    expect(await json('price', 'clear', ...standard)).toMatchObject({
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

describe('an operator changes a price without knowing what that does', () => {
  const standard = ['--tier', 'standard', '--plan', 'm1'];
  /** Two sales of the last 30 days; today and what came before do not count, and neither does another tier. */
  beforeAll(async () => {
    const at = (days: number) => new Date(lagosMidnight(systemClock.now(), days).getTime() + 1_000);
    await createTier(world.db, { name: 'copper', markupBps: 500 });
    const other = await world.openAccount('in copper');
    await setAccountTier(world.db, other, 'copper', AS_OPS);
    await insertSold(world.db, [
      { accountId, at: at(1) },
      { accountId, at: at(30) },
      { accountId, at: at(31) },
      { accountId, at: at(0) },
      { accountId, at: at(2), status: 'refunded' },
      { accountId, at: at(2), code: 'another' },
      { accountId: other, at: at(1) },
    ]);
  });
  const effect = {
    plans: [
      {
        planId: 'm1',
        network: 'MTN',
        name: 'N100 m1 - 1 day',
        cost: '100.00',
        before: { price: '110.00', margin: '10.00', marginPercent: '9.09' },
        after: { price: '95.00', margin: '-5.00', marginPercent: '-5.26' },
        purchases: 2,
      },
    ],
    accounts: { count: 1, names: ['buyer'] },
    sold: { days: 30, purchases: 2, marginBefore: '20.00', marginAfter: '-10.00' },
  };

  test('a price shows its effect; a dry run changes and records nothing', async () => {
    const [actions, asked] = [await world.db.auditLog.count(), [...standard, '--price', '95', '--force']];
    expect(await json('price', 'set', ...asked, '--dry-run')).toMatchObject({ price: '95.00', effect, dryRun: true });
    const { stdout } = await ops('price', 'set', ...asked, '--dry-run');
    expect(stdout.split('\n').map((line) => line.replace(/ {2,}/g, '|'))).toEqual([
      'Nothing was changed: this was a dry run. Without --dry-run:',
      'Tier "standard" pays NGN 95.00 for plan "m1", which costs us 100.00.',
      'PLAN|COST|PRICE|MARGIN|% OF PRICE|SOLD IN 30 DAYS',
      'm1|100.00|110.00 → 95.00|10.00 → -5.00|9.09 → -5.26|2',
      'Accounts of tier "standard": 1 (buyer).',
      'Their 2 purchases of 30 days would earn NGN 20.00 before and -10.00 after, at the present cost.',
      '',
    ]);
    expect([await world.db.auditLog.count(), await world.db.planPrice.count()]).toEqual([actions, 0]);

    expect(await json('price', 'set', ...asked)).toMatchObject({ price: '95.00', effect });
    expect(await json('price', 'clear', ...standard, '--dry-run')).toMatchObject({
      price: '110.00',
      effect: { plans: [{ before: { price: '95.00' }, after: { price: '110.00' } }] },
    });
    expect([await world.db.auditLog.count(), await world.db.planPrice.count()]).toEqual([actions + 1, 1]);
  });

  test.each([
    ['95', [], /below cost.* --force sells it at a loss\.$/],
    ['50', ['--force'], /needs the approval of a second operator\.$/],
  ])('a dry run of a price of %s that is refused shows what it would lose', async (price, force, why) => {
    const asked = ['price', 'set', ...standard, '--price', price, ...force, '--dry-run'];
    const { code, stdout, lines } = await ops(...asked);
    expect([code, lines]).toEqual([1, [expect.stringMatching(why)]]);
    expect(stdout).toContain('This was a dry run of a change that is refused. If it were made:\n');
    const margin = `${Number(price) - 100}.00`;
    expect(stdout.replace(/ {2,}/g, '|')).toContain(`\nm1|100.00|110.00 → ${price}.00|10.00 → ${margin}|`);
    const json = JSON.parse((await ops(...asked, '--json')).stdout);
    const sold = { days: 30, purchases: 2, marginBefore: '20.00', marginAfter: `${2 * Number(margin)}.00` };
    expect(json).toMatchObject({ dryRun: true, effect: { plans: [{ after: { margin } }], sold } });
    expect(await world.db.planPrice.count()).toBe(0);
  });

  test('a price is set although the database cannot count now, and the effect says so', async () => {
    const { code, stdout } = await world.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`LOCK TABLE purchase IN ACCESS EXCLUSIVE MODE`;
        return ops('price', 'set', ...standard, '--price', '120');
      },
      { timeout: 60_000 },
    );
    expect(stdout.replace(/ {2,}/g, '|')).toContain('|SOLD\nm1|100.00|110.00 → 120.00|10.00 → 20.00|9.09 → 16.67|-\n');
    expect(stdout).toContain('\nWhat they bought was not counted: the database was too busy.\n');
    expect([code, await world.db.planPrice.count()]).toEqual([0, 1]);
  });

  test('a markup shows every plan that it touches, and none with a price of its own', async () => {
    const markup = ['tier', 'set-markup', '--tier', 'standard', '--markup', '20'];
    expect(await json(...markup, '--dry-run')).toMatchObject({
      markupPercent: '20.00',
      effect: { plans: [{ planId: 'm1', after: { price: '120.00' } }], sold: { marginAfter: '40.00' } },
    });
    expect(await world.db.tier.findUnique({ where: { name: 'standard' } })).toMatchObject({ markupBps: 1_000 });
    await json('price', 'set', ...standard, '--markup', '1');
    expect((await ops(...markup, '--dry-run')).stdout).toContain('\nNo price changes.\n');
  });
});
