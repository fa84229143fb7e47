import { openOperatorWorld } from '../../testing/operator-world';
import { delivered, unknown } from '../../testing/seller';

const { world, get } = openOperatorWorld();

beforeAll(async () => {
  const { id } = await world().account();
  await world().send(await world().buy(id), delivered);
  await world().send(await world().buy(id), unknown);
});

describe('an overview that is wrong, or costs too much', () => {
  test('the provider is asked for the float at most once in 15 seconds', async () => {
    const before = world().provider.balanceReads;
    const [{ body }, { body: overview }] = await Promise.all([
      get('/provider').expect(200),
      get('/overview').expect(200),
    ]);
    const floats = body.providers.map(({ float }: { float: object }) => float);
    expect(floats).toMatchObject([
      { provider: 'vtpass', amount: '123456.00', fault: null, readAt: expect.any(String) },
    ]);
    expect(overview.floats).toEqual(floats);
    expect(world().provider.balanceReads).toBeLessThanOrEqual(before + 1);
    expect(body.lastHour.find(({ product }: { product: string }) => product === 'AIRTIME')).toMatchObject({
      provider: 'vtpass',
      sent: expect.any(Number),
      medianSeconds: expect.any(Number),
    });
  });

  test('the overview has the totals of the tables', async () => {
    const { body } = await get('/overview').expect(200);
    const count = (where: object) => world().db.purchase.count({ where });
    const [{ sum }] = await world().db.$queryRaw<
      [{ sum: bigint }]
    >`SELECT sum(balance_kobo)::bigint AS sum FROM wallet`;
    expect(body).toMatchObject({
      accounts: {
        active: await world().db.account.count({ where: { status: 'active', mode: 'live' } }),
        suspended: await world().db.account.count({ where: { status: 'suspended', mode: 'live' } }),
      },
      balances: `${sum / 100n}.00`.replace(/\.00$/, `.${String(sum % 100n).padStart(2, '0')}`),
      open: { initiated: await count({ status: 'initiated' }), pending: await count({ status: 'pending' }) },
      review: await count({ needsReview: true }),
    });
    expect(body.points).toHaveLength(24);
    const last = body.points.at(-1);
    const counted = body.points.reduce(
      (all: number, { byStatus }: { byStatus: Record<string, number> }) =>
        all + Object.values(byStatus).reduce((a, b) => a + b, 0),
      0,
    );
    expect(counted).toBeGreaterThan(0);
    expect(Object.keys(last.byProduct).sort()).toEqual(['AIRTIME', 'CABLE_TV', 'DATA', 'ELECTRICITY']);
  });
});
