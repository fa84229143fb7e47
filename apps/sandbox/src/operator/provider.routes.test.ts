import request from 'supertest';
import { MONNIFY_KNOBS } from '../monnify/knobs';
import { RELOADLY_KNOBS } from '../reloadly/knobs';
import { monnifyOf, powerVend, vendOf } from '../testing/monnify';
import { reloadlyOf, topUpOf } from '../testing/reloadly';
import { withServer } from '../testing/server';
import { useSandbox } from '../testing/use-sandbox';
import { airtime, plan } from '../testing/vtpass';

const sandbox = useSandbox();
const monnify = () => monnifyOf(sandbox().app);
const reloadly = () => reloadlyOf(sandbox().app);
const put = (path: string, body: object) => sandbox().put(path, body);

describe('PUT /knobs: a quirk that a test cannot have', () => {
  it('changes one provider, and what is named only', async () => {
    expect((await put('/knobs', { provider: 'monnify', fee: 10.5, reference_field: 'legacy' })).body).toEqual({
      ...MONNIFY_KNOBS,
      fee: 10.5,
      reference_field: 'legacy',
    });
    expect((await put('/knobs', { provider: 'reloadly', refund_after: 5 })).status).toBe(200);
    expect((await put('/knobs', { provider: 'reloadly', refund_after: null })).body).toEqual(RELOADLY_KNOBS);
    expect((await request(sandbox().app).get('/knobs')).body).toMatchObject({
      monnify: { fee: 10.5 },
      reloadly: { currency: 'NGN' },
    });
  });

  it.each([
    [{ provider: 'monnify', reference_field: 'both' }, 'reference_field must be strict or legacy'],
    [{ provider: 'monnify', fee: -1 }, 'fee must be a number from 0 to 10000 with at most two decimals'],
    [{ provider: 'monnify', fee: 1.005, gross_debit: 1 }, /^fee must be .*; gross_debit must be true or false$/],
    [{ provider: 'monnify', commission: '3' }, /^commission must be a number from 0 to 50/],
    [{ provider: 'monnify', duplicate_reference: true }, /^duplicate_reference must be error_99 or same_result or/],
    [{ provider: 'monnify', not_found_http: 500 }, 'not_found_http must be 200 or 400 or 404'],
    [{ provider: 'monnify', currency: 'USD' }, 'there is no knob currency'],
    [{ provider: 'monnify', constructor: 1 }, 'there is no knob constructor'],
    [{ provider: 'monnify' }, /^send at least one of reference_field, fee, /],
    [{ provider: 'reloadly', currency: 'EUR' }, 'currency must be NGN or USD'],
    [{ provider: 'reloadly', async_delay_ms: 0.5 }, 'async_delay_ms must be a whole number from 0 to 600000'],
    [{ provider: 'reloadly', refund_after: '5' }, 'refund_after must be a whole number from 0 to 86400, or null'],
    [{ provider: 'reloadly', two_minute_rule: null }, 'two_minute_rule must be true or false'],
    [{ provider: 'reloadly', list_lag_s: 86_401 }, /^list_lag_s must be/],
    [{ provider: 'reloadly', identifier_window_ms: -1 }, /^identifier_window_ms must be/],
    [{ fee: 1 }, /^provider must be monnify or reloadly\b.*; vtpass\b.* has no knobs$/],
    [{ provider: 'vtpass', fee: 1 }, /^provider must be monnify or reloadly\b.*; vtpass\b.* has no knobs$/],
  ])('refuses %j and changes nothing', async (body, error) => {
    const answer = await put('/knobs', body);
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: typeof error === 'string' ? error : expect.stringMatching(error) },
    ]);
    expect((await request(sandbox().app).get('/knobs')).body).toMatchObject({
      monnify: MONNIFY_KNOBS,
      reloadly: RELOADLY_KNOBS,
    });
  });
});

describe('PUT /products: a product that only one provider has turned off', () => {
  const soldBy = async () => [
    (await sandbox().pay(airtime())).code,
    (await sandbox().pay(plan())).code,
    (await monnify().vend(vendOf())).body.responseMessage,
    (await monnify().vendPower(powerVend())).body.responseMessage,
    (await reloadly().topUp(topUpOf())).body.errorCode ?? 'sold',
    (await reloadly().topUp(topUpOf({ operatorId: 342 }))).body.errorCode ?? 'sold',
  ];
  const all = ['000', '000', 'success', 'success', 'sold', 'sold'];

  it.each([
    ['vtpass', ['mtn'], ['034', ...all.slice(1)]],
    ['monnify', ['10'], [...all.slice(0, 2), 'MTN Mobile Top up is currently not available', ...all.slice(3)]],
    ['monnify', ['MTN'], [...all.slice(0, 2), 'MTN Mobile Top up is currently not available', ...all.slice(3)]],
    ['reloadly', ['341'], [...all.slice(0, 4), 'OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE', 'sold']],
  ])('%s %j', async (provider, off, sold) => {
    expect((await put('/products', { provider, off })).body).toEqual({ off });
    expect(await soldBy()).toEqual(sold);
    expect(sandbox().ledger().deliveries).toHaveLength(5);
    expect((await put('/products', { provider, off: [] })).body).toEqual({ off: [] });
    expect(await soldBy()).toEqual(all);
  });

  it('is VTpass without a provider, and shows at Reloadly', async () => {
    expect((await put('/products', { off: ['mtn-data'] })).status).toBe(200);
    expect((await soldBy()).slice(0, 2)).toEqual(['000', '034']);
    await put('/products', { provider: 'reloadly', off: ['646'] });
    expect((await reloadly().get('/operators/646')).body.status).toBe('INACTIVE');
  });

  it('refuses what nobody sells, and keeps what was off', async () => {
    await put('/products', { off: ['mtn'] });
    for (const body of [
      { off: ['MTN'] },
      { off: 'mtn' },
      { off: [341] },
      {},
      { provider: 'monnify', off: ['mtn'] },
      { provider: 'reloadly', off: ['7'] },
      { provider: 'paystack', off: [] },
    ])
      expect((await put('/products', body)).status).toBe(400);
    expect((await soldBy())[0]).toBe('034');
  });
});

describe('PUT /float: one empty float that empties another', () => {
  it('is of the named provider, and of VTpass without a name', async () => {
    const floats = async () => [await sandbox().balance(), await monnify().balance(), await reloadly().balance()];
    expect(await floats()).toEqual([10_000_000, 10_000_000, 10_000_000]);
    expect((await put('/float', { naira: 1 })).body).toEqual({ naira: 1 });
    expect((await put('/float', { provider: 'monnify', naira: 2.05 })).body).toEqual({ naira: 2.05 });
    expect((await put('/float', { provider: 'reloadly', naira: 3.05 })).body).toEqual({ naira: 3.05 });
    expect(await floats()).toEqual([1, 2.05, 3.05]);
    for (const bad of [{ provider: 'monnify' }, { provider: 'monnify', naira: '5' }, { provider: 'x', naira: 5 }])
      expect((await put('/float', bad)).status).toBe(400);
    expect((await sandbox().pay(airtime())).code).toBe('018');
    expect((await monnify().vend(vendOf())).body.responseMessage).toMatch(/^Insufficient balance/);
    expect((await reloadly().topUp(topUpOf())).body.errorCode).toBe('INSUFFICIENT_BALANCE');
  });
});

describe('PUT /outage: one dead provider that takes others with it', () => {
  const BROKEN = /ECONNRESET|socket hang up/;

  it.each([
    ['monnify', ['vend', 'requery']],
    ['monnify', 'all'],
    ['reloadly', ['topups', 'transactions']],
    ['reloadly', 'all'],
    ['vtpass', 'all'],
  ])('%s %j', async (provider, paths) => {
    await withServer({}, async ({ url }) => {
      const [one, other] = [monnifyOf(url), reloadlyOf(url)];
      await Promise.all([one.bearer(), other.bearer()]);
      const reachable = async () => {
        const tries = {
          vtpass: fetch(`${url}/api/balance`),
          monnify: one.vend(vendOf()),
          reloadly: other.topUp(topUpOf()),
        };
        const ends = await Promise.allSettled(Object.values(tries));
        return Object.keys(tries).filter((_name, i) => ends[i]?.status === 'fulfilled');
      };
      const operate = (body: object) =>
        request(url)
          .put('/outage')
          .send({ provider, ...body });
      expect((await operate({ paths })).status).toBe(200);
      expect(await reachable()).toEqual(['vtpass', 'monnify', 'reloadly'].filter((name) => name !== provider));
      if (paths === 'all') {
        if (provider === 'monnify') await expect(monnifyOf(url).bearer()).rejects.toThrow(BROKEN);
        if (provider === 'reloadly') await expect(reloadlyOf(url).bearer()).rejects.toThrow(BROKEN);
      } else {
        expect((await one.bills('/billers')).status).toBe(200);
        expect((await other.status(7)).status).toBe(404);
      }
      const slow = { paths: [], how: 'slow' };
      for (const bad of [{ paths: ['pay '] }, { paths: 'some' }, {}, slow, { paths: [], provider: 'x' }])
        expect((await operate(bad)).status).toBe(400);
      const { error } = (
        await request(url)
          .put('/outage')
          .send({ provider: 'monnify', paths: ['pay'] })
      ).body;
      expect(error).toMatch(/ some of login, .*, vend, .*, transaction-status; "how": one of reset, hang, /);
      expect((await operate({ paths: [] })).body).toEqual({ paths: [] });
      expect(await reachable()).toHaveLength(3);
    });
  });

  it('takes down the list and each row of Reloadly by one name, and a status by another', async () => {
    await withServer({}, async ({ url }) => {
      const other = reloadlyOf(url);
      await other.bearer();
      await request(url)
        .put('/outage')
        .send({ provider: 'reloadly', paths: ['transactions', 'operators'] });
      for (const path of ['/topups/reports/transactions', '/topups/reports/transactions/7', '/operators/countries/NG'])
        await expect(other.get(path)).rejects.toThrow(BROKEN);
      expect((await other.status(7)).status).toBe(404);
      await request(url)
        .put('/outage')
        .send({ provider: 'reloadly', paths: ['status'] });
      await expect(other.status(7)).rejects.toThrow(BROKEN);
      expect((await other.list()).status).toBe(200);
    });
  });
});

describe('PUT /outage: an outage that answers badly, or not at all', () => {
  it.each([
    ['vtpass', '/api/balance', { code: '083' }],
    ['monnify', '/monnify/api/v1/auth/login', { requestSuccessful: false, responseCode: '99' }],
    ['reloadly', '/reloadly/topups', { errorCode: 'PROVIDER_INTERNAL_ERROR' }],
  ])('%s', async (provider, path, words) => {
    await withServer({}, async ({ url }) => {
      const down = (how: string) => request(url).put('/outage').send({ provider, paths: 'all', how });
      const post = () => fetch(`${url}${path}`, { method: 'POST', signal: AbortSignal.timeout(300) });
      expect((await down('system-error')).body).toMatchObject({ how: 'system-error' });
      const error = await post();
      expect([error.status, await error.json()]).toEqual([500, expect.objectContaining(words)]);
      await down('html');
      const page = await post();
      expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8']);
      await down('hang');
      await expect(post()).rejects.toMatchObject({ name: 'TimeoutError' });
    });
  });
});

describe('POST /settle: a settlement by hand at another provider than the order', () => {
  const settle = (id: unknown, body: object) => request(sandbox().app).post(`/settle/${id}`).send(body);

  it.each(['monnify', 'reloadly'] as const)('settles and reverses at %s, and keeps the delivery', async (provider) => {
    const [reference, phone] = ['order-1', '08000400123'];
    const sell = (changes: object) =>
      provider === 'monnify'
        ? monnify().vend(vendOf({ reference, customerId: phone, ...changes }))
        : reloadly().topUp(topUpOf({ customIdentifier: reference, phone, ...changes }));
    await sell({});
    expect((await settle(reference, { status: 'delivered' })).status).toBe(404);
    expect((await settle(reference, { provider, status: 'failed' })).status).toBe(400);
    expect((await settle(reference, { provider: 'x', status: 'delivered' })).status).toBe(400);
    expect((await settle(reference, { provider, status: 'delivered' })).body).toEqual({ callback: 'none' });
    expect((await settle(reference, { provider, status: 'delivered' })).status).toBe(409);
    expect((await settle(reference, { provider, status: 'reversed' })).status).toBe(200);
    expect((await settle(reference, { provider, status: 'reversed' })).status).toBe(409);
    const line = expect.objectContaining({ request_id: reference, provider });
    expect(sandbox().ledger()).toMatchObject({ deliveries: [line], reversals: [line] });
    expect(await (provider === 'monnify' ? monnify() : reloadly()).balance()).toBe(10_000_000);
  });
});
