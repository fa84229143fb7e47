import type { Lookup, Variation } from '@topup/core/provider';
import { newId } from '@topup/core/shared';
import { eventually } from '@topup/testkit';
import { openOperatorWorld } from '../../testing/operator-world';

const { world, get, post } = openOperatorWorld();

const NO_PACKAGES: Lookup<Variation[]> = { kind: 'found', value: [] };

describe('a plan that is sold at a loss, or without permission', () => {
  const list = (code: string, naira: bigint): Lookup<Variation[]> => ({
    kind: 'found',
    value: [{ code, name: `N${naira} 1GB - 30 days`, priceKobo: naira * 100n }],
  });
  const finished = async () =>
    (
      await eventually(
        () => get('/catalogue/sync'),
        ({ body }) => !body.running,
      )
    ).body;

  test('tiers and prices are set, cleared and audited; a price below cost must be forced', async () => {
    world().provider.variations = (service) =>
      service === 'mtn-data' ? list('mtn-1gb', 1000n) : service === 'glo-data' ? list('glo-1gb', 900n) : NO_PACKAGES;
    expect((await post('/catalogue/sync').expect(202)).body).toMatchObject({ running: true });
    expect(await finished()).toMatchObject({
      running: false,
      summary: { added: 2, changed: 0, gone: 0, kept: 0 },
      fault: null,
    });
    await world().workerSyncs();
    expect((await post('/tiers', { name: 'bronze', markupPercent: '10' }).expect(200)).body).toMatchObject({
      name: 'bronze',
      markupPercent: '10.00',
    });
    await post('/tiers', { name: 'bronze', markupPercent: '10.00' }).expect(200);
    expect((await post('/tiers', { name: 'bronze', markupPercent: '12.5' }).expect(200)).body.markupPercent).toBe(
      '12.50',
    );
    expect((await world().recordedOf('bronze')).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['tier.create', null, { markup_percent: '10.00' }],
      ['tier.markup', { markup_percent: '10.00' }, { markup_percent: '12.50' }],
    ]);
    expect((await get('/tiers')).body.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['standard', 'bronze']),
    );

    const of = { tier: 'bronze', planId: 'mtn-1gb' };
    const row = async () =>
      (await get('/catalogue?tier=bronze')).body.find(({ planId }: { planId: string }) => planId === 'mtn-1gb');
    expect(await row()).toMatchObject({ cost: '1000.00', price: '1125.00', state: 'for_sale', priced: 'tier' });
    expect((await post('/prices', { ...of, price: '1050' }).expect(200)).body).toEqual({
      ...of,
      price: '1050.00',
      cost: '1000.00',
    });
    expect(await row()).toMatchObject({ price: '1050.00', priced: 'exact' });
    expect((await post('/prices', { ...of, price: '999' }).expect(409)).body).toMatchObject({
      code: 'below_cost',
      fields: { price: expect.any(String) },
    });
    await post('/prices', { ...of, price: '999', force: true }).expect(200);
    await post('/prices', { ...of, markupPercent: '20' }).expect(200);
    expect(await row()).toMatchObject({ price: '1200.00', priced: 'markup' });
    expect((await post('/prices/clear', of).expect(200)).body).toEqual({ ...of, cleared: true, price: '1125.00' });
    expect((await post('/prices/clear', of).expect(200)).body.cleared).toBe(false);
    expect((await world().recordedOf('mtn-1gb')).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['price.set', { price: '1125.00', own: 'none' }, { price: '1050.00', own: 'exact' }],
      ['price.set', { price: '1050.00', own: 'exact' }, { price: '999.00', own: 'exact, also below cost' }],
      ['price.set', { price: '999.00', own: 'exact, also below cost' }, { price: '1200.00', own: 'cost + 20.00 %' }],
      ['price.clear', { price: '1200.00', own: 'cost + 20.00 %' }, { price: '1125.00', own: 'none' }],
    ]);
    for (const body of [
      { ...of },
      { ...of, price: '5', markupPercent: '5' },
      { ...of, markupPercent: '5', force: true },
      { ...of, tier: 'x', price: '5' },
      { ...of, planId: 'x', price: '5' },
    ])
      await post('/prices', body).expect(400);
    await post('/prices/clear', { ...of, planId: 'x' }).expect(400);
    await get('/catalogue?tier=x').expect(400);
    await get('/catalogue').expect(400);
    for (const markupPercent of ['-1', '1001', 'x', 5]) await post('/tiers', { name: 'x', markupPercent }).expect(400);
  });

  test('a plan is withdrawn, restored, announced and retired, and each is audited', async () => {
    const { id } = (await post('/catalogue/withdraw', { planId: 'glo-1gb' }).expect(200)).body;
    const state = async () =>
      (await get('/catalogue?tier=standard')).body.find((row: { id: number }) => row.id === id).state;
    expect(await state()).toBe('withdrawn');
    await post('/catalogue/withdraw', { planId: 'glo-1gb' }).expect(400);
    expect((await post('/catalogue/restore', { id }).expect(200)).body).toEqual({ id, planId: 'glo-1gb' });
    expect((await post('/catalogue/restore', { id }).expect(409)).body.code).toBe('not_withdrawn');
    await post('/catalogue/restore', { id: 999_999 }).expect(404);
    const announced = (
      await post('/catalogue/announce', { network: 'MTN', name: 'N500 2GB - 7 days', cost: '450' }).expect(201)
    ).body;
    await post('/catalogue/retire', announced).expect(200);
    expect((await post('/catalogue/retire', announced).expect(409)).body.code).toBe('not_announced');
    await post('/catalogue/announce', { network: 'ETISALAT', name: 'x', cost: '1' }).expect(400);
    await post('/catalogue/retire', { id: 'x' }).expect(400);
    expect((await world().recordedOf('glo-1gb')).map(({ action }) => action)).toEqual([
      'plan.withdraw',
      'plan.restore',
    ]);
    expect((await world().recordedOf('MTN 2 GB, 7 days')).map(({ action }) => action)).toEqual(['plan.announce']);
  });

  test('a plan on hold is listed, counted in the overview, and sold again by an operator who has looked', async () => {
    const { id } = await world().db.dataPlan.findUniqueOrThrow({ where: { planId: 'glo-1gb' } });
    const facts = { reference: 'order-1', price: '990.00', cost: '9600.00' };
    await world().db.planStop.create({ data: { dataPlanId: id, reason: 'sold_below_cost', facts } });
    await world().db.dataPlan.update({ where: { id }, data: { costSeenAt: new Date('2026-01-02T00:00:00Z') } });
    expect((await get('/catalogue/holds').expect(200)).body).toEqual([
      {
        id: expect.any(String),
        planId: 'glo-1gb',
        network: 'GLO',
        name: 'Glo 1 GB, 30 days',
        tier: null,
        reason: 'sold_below_cost',
        facts,
        since: expect.any(String),
        until: null,
        cost: '900.00',
      },
    ]);
    expect((await get('/catalogue?tier=standard')).body.find((row: { id: number }) => row.id === id)).toMatchObject({
      state: 'on_hold',
      stale: true,
      costSeenAt: '2026-01-02T00:00:00.000Z',
    });
    const { attention } = (await get('/overview').expect(200)).body;
    expect(attention).toContainEqual({ kind: 'sales_holds', count: 1 });

    expect((await post('/catalogue/resume', { planId: 'glo-1gb' }).expect(200)).body).toEqual({
      planId: 'glo-1gb',
      belowCost: [],
    });
    expect((await get('/catalogue/holds')).body).toEqual([]);
    expect((await post('/catalogue/resume', { planId: 'glo-1gb' }).expect(409)).body.code).toBe('not_on_hold');
    await post('/catalogue/resume', { planId: 'x' }).expect(400);
    await post('/catalogue/resume', {}).expect(400);
    expect((await world().recordedOf('glo-1gb')).at(-1)).toMatchObject({
      action: 'plan.resume',
      before: { stopped: 'sold_below_cost' },
      after: { stopped: null },
    });

    const own = { tier: 'bronze', planId: 'glo-1gb' };
    await post('/prices', { ...own, price: '900' }).expect(200);
    await world().db.dataPlan.update({ where: { id }, data: { costKobo: 90_001n } });
    await world().db.$executeRaw`SELECT mark_plans_below_cost('catalogue')`;
    expect((await get('/catalogue/holds')).body).toMatchObject([{ tier: 'bronze', reason: 'cost_above_price' }]);
    expect((await post('/catalogue/resume', { planId: 'glo-1gb' }).expect(409)).body.code).toBe('still_below_cost');
    await post('/prices', { ...own, price: '901' }).expect(200);
    expect((await get('/catalogue/holds')).body).toEqual([]);
  });

  test('a running sync shows its steps and faults, and a second one is refused', async () => {
    let answer: (value: { kind: 'unavailable'; reason: string }) => void = () => undefined;
    const held = new Promise<{ kind: 'unavailable'; reason: string }>((resolve) => {
      answer = resolve;
    });
    world().provider.variations = (service) =>
      service === 'mtn-data' ? list('mtn-1gb', 1100n) : service === 'glo-data' ? held : NO_PACKAGES;
    await post('/catalogue/sync').expect(202);
    const running = await eventually(
      () => get('/catalogue/sync'),
      ({ body }) => body.steps.length === 1,
    );
    expect(running.body).toMatchObject({
      running: true,
      finishedAt: null,
      steps: [{ service: 'mtn-data', text: '1 plan listed by the provider' }],
    });
    expect((await post('/catalogue/sync').expect(409)).body.code).toBe('under_way');
    answer({ kind: 'unavailable', reason: 'HTTP 503' });
    expect(await finished()).toMatchObject({
      summary: { added: 0, changed: 1, gone: 0, kept: 0 },
      fault: 'The provider gave no list of glo-data. Try again later.',
      steps: [
        { service: 'mtn-data' },
        { service: 'glo-data', text: 'no list (HTTP 503)' },
        { service: 'mtn-data', text: '0 added, 1 changed, 0 discontinued, 0 unchanged' },
        { service: 'glo-data', text: 'not changed' },
      ],
    });
  });

  test('a sync whose process died is shown as lost, and the next one can begin', async () => {
    await world().db
      .$executeRaw`INSERT INTO catalogue_sync (id, started_by, seen_at) VALUES (${newId()}::uuid, 'x', now() - interval '61 seconds')`;
    expect((await get('/catalogue/sync')).body).toMatchObject({
      running: false,
      fault: expect.stringContaining('ended before the sync had finished'),
    });
    await post('/catalogue/sync').expect(202);
    await world().runs.idle();
    expect(await world().db.catalogueSync.count({ where: { finishedAt: null } })).toBe(0);
  });
});
