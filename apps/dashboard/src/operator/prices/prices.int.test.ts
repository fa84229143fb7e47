import { lagosMidnight } from '@topup/core/time';
import { insertSold } from '@topup/testkit';
import { openOperatorWorld } from '../../testing/operator-world';

const { world, get, post } = openOperatorWorld();

let account = { id: '', name: '' };

beforeAll(async () => {
  account = await world().account();
  for (const [planId, costKobo] of [
    ['m1', 10_000n],
    ['m2', 20_000n],
  ] as const)
    await world().db.dataPlan.create({
      data: {
        planId,
        network: 'MTN',
        name: `Plan ${planId}`,
        planName: planId,
        validity: '1 day',
        providerService: 'mtn-data',
        providerCode: planId,
        costKobo,
      },
    });
  const yesterday = new Date(lagosMidnight(world().deps.clock.now(), 1).getTime() + 1_000);
  await insertSold(world().db, [
    { accountId: account.id, at: yesterday },
    { accountId: account.id, at: yesterday },
    { accountId: account.id, at: yesterday, code: 'm2', amountKobo: 22_000n, costKobo: 20_000n },
  ]);
});

const of = 'tier=standard&planId=m1';
const prices = () => world().db.planPrice.findMany();
const actions = () => world().db.auditLog.count();

describe('an operator saves a price without knowing what that does', () => {
  test('a price shows before and after, the accounts it touches, and what their sales would have earned', async () => {
    const recorded = await actions();
    expect((await get(`/prices/preview?${of}&price=104.50`).expect(200)).body).toEqual({
      seen: expect.any(String),
      plans: [
        {
          planId: 'm1',
          network: 'MTN',
          name: 'Plan m1',
          cost: '100.00',
          before: { price: '110.00', margin: '10.00', marginPercent: '9.09' },
          after: { price: '104.50', margin: '4.50', marginPercent: '4.31' },
          purchases: 2,
        },
      ],
      accounts: { count: 1, names: [account.name] },
      sold: { days: 30, purchases: 2, marginBefore: '20.00', marginAfter: '9.00' },
    });
    expect((await get(`/prices/preview?${of}&markupPercent=10`).expect(200)).body).toMatchObject({
      plans: [{ before: { price: '110.00' }, after: { price: '110.00' } }],
    });
    expect([await prices(), await actions()]).toEqual([[], recorded]);
  });

  test('a preview is declined for the same reasons as the change', async () => {
    expect((await get(`/prices/preview?${of}&price=99`).expect(409)).body).toMatchObject({
      code: 'below_cost',
      fields: { price: expect.any(String) },
    });
    expect((await get(`/prices/preview?${of}&price=99&force=true`).expect(200)).body).toMatchObject({
      plans: [{ after: { margin: '-1.00', marginPercent: '-1.01' } }],
      sold: { marginAfter: '-2.00' },
    });
    for (const wrong of [
      of,
      `${of}&price=5&markupPercent=5`,
      `${of}&markupPercent=5&force=true`,
      'tier=x&planId=m1&price=500',
      'tier=standard&planId=x&price=500',
    ])
      expect((await get(`/prices/preview?${wrong}`).expect(400)).body.code).toBe('validation_failed');
    await get('/prices/clear/preview?tier=standard&planId=x').expect(400);
    await get('/tiers/preview?name=x&markupPercent=5').expect(400);
    expect(await prices()).toEqual([]);
  });

  test('a markup shows every plan it touches, and a plan with its own price only when that is cleared', async () => {
    const planIds = (body: { plans: { planId: string }[] }) => body.plans.map(({ planId }) => planId);
    const { body } = await get('/tiers/preview?name=standard&markupPercent=20').expect(200);
    expect(planIds(body)).toEqual(['m1', 'm2']);
    expect(body.sold).toEqual({ days: 30, purchases: 3, marginBefore: '40.00', marginAfter: '80.00' });
    await post('/prices', { tier: 'standard', planId: 'm1', price: '130' }).expect(200);
    expect(planIds((await get('/tiers/preview?name=standard&markupPercent=20').expect(200)).body)).toEqual(['m2']);
    expect((await get(`/prices/clear/preview?${of}`).expect(200)).body).toMatchObject({
      plans: [{ planId: 'm1', before: { price: '130.00' }, after: { price: '110.00' } }],
    });
    expect(await prices()).toHaveLength(1);
    expect(await world().db.tier.findUnique({ where: { name: 'standard' } })).toMatchObject({ markupBps: 1_000 });
  });

  test('the service refuses a change that would no longer do what was shown, and saves nothing', async () => {
    const seenOf = async (path: string) => (await get(path).expect(200)).body.seen as string;
    const plan = { tier: 'standard', planId: 'm2' };
    const changes: [preview: string, path: string, body: object][] = [
      ['/prices/preview?tier=standard&planId=m2&price=300', '/prices', { ...plan, price: '300' }],
      ['/tiers/preview?name=standard&markupPercent=30', '/tiers', { name: 'standard', markupPercent: '30' }],
      ['/prices/clear/preview?tier=standard&planId=m2', '/prices/clear', plan],
    ];
    const state = async () => [await prices(), await world().db.tier.findMany(), await actions()];
    for (const [preview, path, body] of changes) {
      const seen = await seenOf(preview);
      expect(await seenOf(preview)).toBe(seen);
      const cost = await world().db.dataPlan.update({
        where: { planId: 'm2' },
        data: { costKobo: { increment: 100 } },
      });
      const before = await state();
      expect((await post(path, { ...body, seen }).expect(409)).body.code).toBe('preview_stale');
      expect(await state()).toEqual(before);
      await world().db.dataPlan.update({ where: { id: cost.id }, data: { costKobo: { decrement: 100 } } });
      await post(path, { ...body, seen }).expect(200);
    }
    await post('/tiers', { name: 'standard', markupPercent: '10' }).expect(200);
  });

  test('a count that takes too long says how many days it has read', async () => {
    const { clock } = world().deps;
    let reads = 0;
    jest.spyOn(clock, 'monotonicMs').mockImplementation(() => reads++ * 2_000);
    const { body } = await get('/tiers/preview?name=standard&markupPercent=20').expect(200);
    jest.restoreAllMocks();
    expect(body.sold).toMatchObject({ days: 2, purchases: 1 });
  });

  test('what the database cannot count now does not keep a price from being set', async () => {
    const query = '/tiers/preview?name=standard&markupPercent=20';
    const counted = (await get(query).expect(200)).body;
    const { body } = await world().db.$transaction(
      async (tx) => {
        await tx.$executeRaw`LOCK TABLE purchase IN ACCESS EXCLUSIVE MODE`;
        return get(query).expect(200);
      },
      { timeout: 60_000 },
    );
    expect(body).toEqual({
      ...counted,
      plans: counted.plans.map((plan: object) => ({ ...plan, purchases: 0 })),
      sold: { days: 0, purchases: 0, marginBefore: '0.00', marginAfter: '0.00' },
    });
  });
});
