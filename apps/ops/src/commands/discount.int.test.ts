import { createTier } from '@topup/core/account';
import { decideApproval } from '@topup/core/operator-guard';
import { acceptPurchase, createAccepter } from '@topup/core/purchase';
import { systemClock } from '@topup/core/shared';
import { giveMoney, insertSold, newOperator } from '@topup/testkit';
import { useOpsWorld } from '../testing/ops-world';

const world = useOpsWorld();
const { ops, json, refusal } = world;

const MTN = ['--tier', 'standard', '--product', 'airtime', '--service', 'mtn'];
const KEY = { tier: 'standard', product: 'AIRTIME', service: 'mtn' };
const set = (...args: string[]) => ['discount', 'set', ...MTN, '--percent', ...args];
const list = () => json('discount', 'list');

/** Two sales of NGN 100 in tier standard that have cost 97 each. */
beforeAll(async () => {
  const accountId = await world.openAccount('buyer');
  const sale = { accountId, at: new Date(), product: 'AIRTIME', service: 'mtn', code: null } as const;
  const money = { amountKobo: 10_000n, costKobo: 9_700n };
  await insertSold(world.db, [
    { ...sale, ...money },
    { ...sale, ...money },
  ]);
});
beforeEach(() => world.db.discount.deleteMany());

const effect = (marginAfter: string) => ({
  commissionPercent: '3.00',
  sold: { days: 30, purchases: 2, face: '200.00', marginBefore: '6.00', marginAfter },
});

describe('an operator gives a discount without knowing what it costs', () => {
  test('a dry run shows the effect, and changes and records nothing', async () => {
    const actions = await world.db.auditLog.count();
    expect(await json(...set('2.5', '--dry-run'))).toEqual({
      ...KEY,
      percent: '2.50',
      effect: effect('1.00'),
      dryRun: true,
    });
    const { stdout } = await ops(...set('2.5', '--dry-run'));
    expect(stdout.split('\n')).toEqual([
      'Nothing was changed: this was a dry run. Without --dry-run:',
      'Tier "standard" saves 2.50 % on AIRTIME mtn.',
      'The least commission of a provider was 3.00 % in the last 30 days.',
      'The tier bought for NGN 200.00, on which you earned 6.00. With this discount: 1.00.',
      '',
    ]);
    expect([await list(), await world.db.auditLog.count()]).toEqual([[], actions]);
  });

  test.each([
    ['3.01', [], 'discount_below_cost', 'is below cost', '-0.02'],
    ['13', ['--allow-loss'], 'approval_needed', 'needs', '-20.00'],
  ])(
    'a dry run of %s that is refused shows the effect, and then why: %j',
    async (percent, rest, refused, why, after) => {
      const { code, stdout, lines } = await ops(...set(percent, ...rest, '--dry-run'));
      expect([code, lines.length, lines[0]]).toEqual([1, 1, expect.stringContaining(why)]);
      expect(stdout.split('\n')).toEqual([
        'This was a dry run of a change that is refused. If it were made:',
        'The least commission of a provider was 3.00 % in the last 30 days.',
        `The tier bought for NGN 200.00, on which you earned 6.00. With this discount: ${after}.`,
        '',
      ]);
      const asJson = await ops(...set(percent, ...rest, '--dry-run'), '--json');
      expect([asJson.code, JSON.parse(asJson.stdout)]).toEqual([1, { refused, effect: effect(after), dryRun: true }]);
      const actions = await world.db.auditLog.count({ where: { action: 'discount.set' } });
      expect([await list(), actions]).toEqual([[], 0]);
    },
  );

  test('it is set, listed for all tiers, and removed', async () => {
    await createTier(world.db, { name: 'gold', markupBps: 0 });
    expect(await json(...set('2.5'))).toEqual({ ...KEY, percent: '2.50', effect: effect('1.00') });
    await json('discount', 'set', '--tier', 'gold', ...MTN.slice(2), '--percent', '4', '--allow-loss');
    expect(await list()).toEqual([
      { ...KEY, tier: 'gold', percent: '4.00', belowCostAllowed: true },
      { ...KEY, percent: '2.50', belowCostAllowed: false },
    ]);
    const { stdout } = await ops('discount', 'list');
    expect(stdout.split('\n').map((line) => line.replace(/ {2,}/g, '|'))).toEqual([
      'TIER|PRODUCT|SERVICE|PERCENT|BELOW COST',
      'gold|AIRTIME|mtn|4.00|allowed',
      'standard|AIRTIME|mtn|2.50|-',
      '',
    ]);
    expect(await json('discount', 'remove', ...MTN)).toEqual({ ...KEY, percent: null });
    expect(await list()).toMatchObject([{ tier: 'gold' }]);
    expect(await refusal('discount', 'remove', ...MTN)).toBe(
      'Tier "standard" has no discount on mtn, so there is nothing to remove. `discount list` shows the discounts.',
    );
  });

  test('a purchase shows its amount as its client knows it, and what was charged where that is less', async () => {
    const accountId = await world.openAccount('saver');
    await giveMoney(world.db, accountId, 50_000n, 'opening');
    const deps = { accepter: createAccepter({ db: world.db, clock: systemClock }), provider: { name: 'vtpass' } };
    const phone = '08031234567';
    const accept = (requestRef: string) => {
      const providerOrder = { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: phone };
      const order = { productType: 'AIRTIME', requestRef, amountKobo: 10_000n, recipient: phone } as const;
      const described = { details: { network: 'mtn', phone }, description: 'MTN airtime', providerOrder };
      return acceptPurchase(deps, { accountId, keyId: null }, { ...order, ...described }, 15_000);
    };
    await accept('face');
    await json(...set('2.5'));
    await accept('saved');
    expect(await json('purchase', 'show', 'saved')).toMatchObject({ amount: '100.00', charged: '97.50' });
    const face = await json('purchase', 'show', 'face');
    expect(face).toMatchObject({ amount: '100.00' });
    expect(face).not.toHaveProperty('charged');
  });

  test('one above the commission is a refusal, and is set with --allow-loss', async () => {
    expect(await refusal(...set('3.01'))).toBe(
      'A discount of 3.01 % on mtn is below cost. The least commission of a provider was 3.00 % in the last 30 days. Nothing was changed. --allow-loss sells it at a loss.',
    );
    expect(await list()).toEqual([]);
    expect(await json(...set('3.01', '--allow-loss'))).toMatchObject({ effect: effect('-0.02') });
    expect(await list()).toMatchObject([{ percent: '3.01', belowCostAllowed: true }]);
  });

  test('one that loses more than 10 % of the cost is asked for with --as and --note, and approved by another', async () => {
    const ada = await newOperator(world.db);
    const losing = set('13', '--allow-loss', '--as', ada.actor.email);
    expect((await ops(...losing)).code).not.toBe(0);
    const asked = await json(...losing, '--note', 'a campaign');
    expect(asked).toMatchObject({ approval: expect.any(String), state: 'requested' });
    expect(await list()).toEqual([]);
    const { approval: id } = asked as { approval: string };
    expect((await ops('approval', 'show', id)).stdout).toContain('a discount of 13.00 % on mtn');
    const decision = { id, approve: true, note: null };
    expect(await decideApproval(world.db, await newOperator(world.db), decision)).toMatchObject({ kind: 'approved' });
    expect(await list()).toMatchObject([{ percent: '13.00', belowCostAllowed: true }]);
  });

  test.each([
    [['--tier', 'iron', ...MTN.slice(2)], 'There is no tier "iron".'],
    [['--tier', 'standard', '--product', 'data', '--service', 'mtn-data'], 'Data plans take no discount'],
    [['--tier', 'standard', '--product', 'airtime', '--service', 'dstv'], 'dstv'],
    [['--tier', 'standard', '--product', 'exam-pin', '--service', 'waec'], 'Set EXAM_PINS=on first.'],
  ])('what has no discount is a refusal that says why: %j', async (of, text) => {
    expect(await refusal('discount', 'set', ...of, '--percent', '1', '--allow-loss')).toContain(text);
  });

  test.each(['0', '20.01', '2.555', '-1', 'much'])('%s % is wrong usage', async (percent) => {
    expect((await ops(...set(percent), '--json')).code).toBe(2);
  });
});
