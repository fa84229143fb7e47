import { createAccount } from '@topup/core/account';
import { getWalletBalance } from '@topup/core/wallet';
import { AS_OPS } from '@topup/testkit';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';

const { world, get, post, pages } = openOperatorWorld();

describe('an account that is opened, changed or funded wrongly', () => {
  test('a new account needs a known tier and a free name', async () => {
    const { body } = await post('/accounts', { name: 'Kuda Shops', tier: 'standard' }).expect(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Kuda Shops',
      tier: 'standard',
      status: 'active',
      balance: '0.00',
      createdAt: expect.any(String),
    });
    expect(await world().recordedOf('Kuda Shops')).toMatchObject([
      { action: 'account.create', note: null, after: { tier: 'standard' }, userEmail: OPERATOR },
    ]);
    expect((await post('/accounts', { name: 'Kuda Shops', tier: 'standard' }).expect(409)).body).toMatchObject({
      code: 'name_taken',
      fields: { name: expect.any(String) },
    });
    expect((await post('/accounts', { name: 'Another', tier: 'gold' }).expect(400)).body.fields).toEqual({
      tier: 'There is no tier "gold".',
    });
    expect((await post('/accounts', { name: ' ', tier: 5 }).expect(400)).body.fields).toEqual({
      name: 'Name must be one line of 1 to 200 characters, and must not look like an ID',
      tier: 'Tier must be one line of 1 to 200 characters',
    });
    expect(await world().db.account.count({ where: { name: 'Another' } })).toBe(0);
  });

  test('every account is listed once, and found by a part of its name or by its id', async () => {
    const names = Array.from({ length: 55 }, (_, n) => `Paged ${String(n).padStart(2, '0')}`);
    for (const name of names) await createAccount(world().db, { name, tier: 'standard' }, AS_OPS);
    const listed = await pages('/accounts?search=paged');
    expect([listed.pages, listed.rows.map(({ name }) => name)]).toEqual([2, names]);
    const { id } = await world().db.account.findUniqueOrThrow({ where: { name: 'Paged 07' } });
    expect((await get(`/accounts?search=${id}`)).body.rows).toMatchObject([{ id, name: 'Paged 07' }]);
    expect((await get('/accounts?search=%25')).body.rows).toEqual([]);
    for (const cursor of ['!', 'x=', Buffer.from('a\nb').toString('base64url')])
      expect((await get(`/accounts?cursor=${cursor}`).expect(400)).body).toMatchObject({
        code: 'invalid_cursor',
        fields: { cursor: 'is not valid here' },
      });
  });

  test('an account is suspended and resumed, and each change is audited once', async () => {
    const { id, name } = await world().account();
    for (const status of ['suspended', 'suspended', 'active'])
      expect((await post(`/accounts/${id}/status`, { status }).expect(200)).body).toMatchObject({ id, status });
    expect((await world().recordedOf(name)).map(({ action }) => action)).toEqual(['account.suspend', 'account.resume']);
    await post(`/accounts/${id}/status`, { status: 'gone' }).expect(400);
    await post('/accounts/0199f3a2-7c1e-7b60-9d3e-0123456789ab/status', { status: 'active' }).expect(404);
    await get('/accounts/nobody').expect(404);
  });

  test('a change of tier is audited with the old and the new tier', async () => {
    await post('/tiers', { name: 'silver', markupPercent: '7.5' }).expect(200);
    const { id, name } = await world().account();
    expect((await post(`/accounts/${id}/tier`, { tier: 'silver' }).expect(200)).body.tier).toBe('silver');
    await post(`/accounts/${id}/tier`, { tier: 'silver' }).expect(200);
    expect(await world().recordedOf(name)).toMatchObject([
      { action: 'account.tier', before: { tier: 'standard' }, after: { tier: 'silver' } },
    ]);
    await post(`/accounts/${id}/tier`, { tier: 'nonesuch' }).expect(400);
    expect((await get(`/accounts/${id}`)).body.tier).toBe('silver');
  });

  test('into a tier with a price below cost, no account comes above the daily cap', async () => {
    const { id, name } = await world().account();
    await post('/tiers', { name: 'losing', markupPercent: '1' }).expect(200);
    await world().db.$executeRaw`
      WITH plan AS (
        INSERT INTO data_plan (network, name, plan_name, validity, cost_kobo)
        VALUES ('MTN', 'MTN', '1 GB', '30 days', 100) RETURNING id)
      INSERT INTO plan_price (tier_id, data_plan_id, price_kobo, below_cost_allowed)
      SELECT t.id, plan.id, 95, true FROM tier t CROSS JOIN plan WHERE t.name = 'losing'`;
    await world().db.$executeRaw`UPDATE catalogue_state SET daily_loss_cap_kobo = 99999999999`;
    for (const [path, fields] of [
      ['/accounts', { name: 'Losing', tier: 'losing' }],
      [`/accounts/${id}/tier`, { tier: 'losing' }],
    ] as const)
      expect((await post(path, fields).expect(409)).body).toMatchObject({ code: 'cap_exceeded' });
    expect((await get(`/accounts/${id}`)).body.tier).toBe('standard');
    expect(await world().recordedOf(name)).toEqual([]);
  });

  test('limits are set and taken back, and audited with the old and the new ones', async () => {
    const { id, name } = await world().account();
    const none = { purchases: null, status: null, lookups: null, other: null };
    const defaults = { purchases: 6_000, status: 600, lookups: 300, other: 300 };
    expect((await get(`/accounts/${id}`)).body).toMatchObject({ limits: none, defaultLimits: defaults });
    const limits = { ...none, purchases: 12_000, other: 900 };
    for (const each of [limits, limits, none])
      expect((await post(`/accounts/${id}/limits`, each).expect(200)).body).toMatchObject({ id });
    await post(`/accounts/${id}/limits`, limits).expect(200);
    expect((await get(`/accounts/${id}`)).body).toMatchObject({ limits, defaultLimits: defaults });
    expect(await world().recordedOf(name)).toMatchObject([
      { action: 'account.limits', before: { limits: 'none' }, after: { limits: 'purchases 12000, other 900' } },
      { action: 'account.limits', before: { limits: 'purchases 12000, other 900' }, after: { limits: 'none' } },
      { action: 'account.limits' },
    ]);
    for (const wrong of [0, -1, 1_000_001, 2.5, 'many', undefined])
      expect((await post(`/accounts/${id}/limits`, { ...limits, lookups: wrong }).expect(400)).body.fields).toEqual({
        lookups: 'Lookups must be a whole number from 1 to 1000000, or empty for the default',
      });
    await post('/accounts/0199f3a2-7c1e-7b60-9d3e-0123456789ab/limits', limits).expect(404);
    expect((await get(`/accounts/${id}`)).body.limits).toEqual(limits);
  });

  test('a reference adds money once; another amount under it is refused with the first payment', async () => {
    const { id, name } = await world().account();
    const payment = { amount: '250.50', reference: 'TRF-1', note: 'transfer of 22 November' };
    const both = await Promise.all([post(`/accounts/${id}/fund`, payment), post(`/accounts/${id}/fund`, payment)]);
    const amounts = { amount: '250.50', balanceBefore: '10000.00', balanceAfter: '10250.50' };
    expect(both.map(({ body }) => body).sort((a, b) => b.funded - a.funded)).toEqual([
      { funded: true, ...amounts },
      { funded: false, ...amounts },
    ]);
    const { body } = await post(`/accounts/${id}/fund`, { ...payment, amount: '300' }).expect(409);
    expect(body).toMatchObject({
      code: 'reference_used',
      message: expect.stringContaining(`Reference "TRF-1" funded account "${name}" with NGN 250.50`),
    });
    expect(await getWalletBalance(world().db, id)).toBe(1_025_050n);
    expect(await world().recordedOf(name)).toEqual([
      {
        action: 'wallet.fund',
        note: payment.note,
        before: { balance: '10000.00' },
        after: { amount: '250.50', reference: 'TRF-1', balance: '10250.50' },
        details: {},
        userEmail: OPERATOR,
      },
    ]);
    for (const [field, value] of [
      ['amount', '-5'],
      ['amount', 5],
      ['amount', '0'],
      ['reference', ''],
      ['note', undefined],
    ] as const)
      expect(
        Object.keys((await post(`/accounts/${id}/fund`, { ...payment, [field]: value }).expect(400)).body.fields),
      ).toEqual([field]);
    const detail = (await get(`/accounts/${id}`)).body;
    expect(detail).toMatchObject({ balance: '10250.50', webhookUrl: 'https://client.example/…', keys: [] });
    expect((await get(`/accounts/${id}/entries`)).body.rows).toMatchObject([
      { kind: 'funding', amount: '250.50', reference: 'TRF-1', purchaseReference: null },
      { reference: 'opening' },
    ]);
  });
});
