import request from 'supertest';
import { CLIENT, reloadlyOf, topUpOf } from '../testing/reloadly';
import { openSandbox, useSandbox } from '../testing/use-sandbox';
import { NOON } from '../testing/vtpass';

const sandbox = useSandbox();
const reloadly = () => reloadlyOf(sandbox().app);

describe('an access token that never ends, or a door without one', () => {
  const ask = (changes: object) =>
    request(sandbox().app)
      .post('/reloadly/oauth/token')
      .send({ ...CLIENT, ...changes });

  it('is given for the right client and any address as audience', async () => {
    const { status, body } = await ask({ audience: 'http://127.0.0.1:3003/reloadly' });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^eyJ/),
      scope: expect.stringContaining('send-topups'),
      expires_in: 3600,
      token_type: 'Bearer',
    });
    for (const wrong of [{ client_secret: 'x' }, { client_id: undefined }]) {
      const refused = await ask(wrong);
      expect([refused.status, refused.body.errorCode]).toEqual([401, 'INVALID_CREDENTIALS']);
    }
    for (const audience of ['topups', undefined, 'ftp://x']) {
      const refused = await ask({ audience });
      expect([refused.status, refused.body.errorCode]).toEqual([400, 'INVALID_AUDIENCE']);
    }
    const grant = await ask({ grant_type: 'password' });
    expect([grant.status, Object.keys(grant.body)]).toEqual([403, ['error', 'error_description']]);
  });

  it('is asked for by every other address, in the form of an error', async () => {
    const order = topUpOf();
    const bare = await request(sandbox().app).post('/reloadly/topups').send(order);
    expect([bare.status, bare.headers.connection]).toEqual([401, 'close']);
    expect(bare.body).toEqual({
      timeStamp: '2026-03-10 11:00:00',
      message: expect.any(String),
      path: '/topups',
      errorCode: 'MISSING_TOKEN',
      infoLink: null,
      details: [],
    });
    const forged = await request(sandbox().app)
      .get('/reloadly/accounts/balance')
      .set('authorization', 'Bearer eyJ.x.y');
    expect([forged.status, forged.body.errorCode]).toEqual([401, 'INVALID_TOKEN']);
    expect(sandbox().ledger()).toMatchObject({
      deliveries: [],
      posts: [{ request_id: order.customIdentifier, outcome: 'refused MISSING_TOKEN', provider: 'reloadly' }],
    });
  });

  it.each([
    ['https://topups.reloadly.com', 200],
    ['https://topups-sandbox.reloadly.com', 200],
    ['http://127.0.0.1:3003/reloadly', 200],
    ['https://utilities.reloadly.com', 401],
    ['https://topups.reloadly.com/', 401],
    ['http://127.0.0.1:3003/reloadly/', 401],
    ['http://127.0.0.1:3003', 401],
  ])('for the audience %s the status is %d: each product has tokens of its own', async (audience, status) => {
    const { access_token } = (await ask({ audience })).body;
    const order = topUpOf();
    const bearer = { authorization: `Bearer ${access_token}` };
    const answer = await request(sandbox().app).post('/reloadly/topups').set(bearer).send(order);
    expect([answer.status, answer.body.errorCode]).toEqual([status, status === 200 ? undefined : 'INVALID_TOKEN']);
    expect(sandbox().ledger().deliveries).toHaveLength(status === 200 ? 1 : 0);
  });

  it('ends after its life', async () => {
    let now = NOON;
    const timed = openSandbox({ now: () => now });
    await timed.put('/knobs', { provider: 'reloadly', expires_in: 60 });
    const client = reloadlyOf(timed.app);
    await client.bearer();
    now = new Date(NOON.getTime() + 59_999);
    expect((await client.get('/accounts/balance')).status).toBe(200);
    now = new Date(NOON.getTime() + 60_000);
    expect((await client.get('/accounts/balance')).body.errorCode).toBe('INVALID_TOKEN');
  });

  it('leads nowhere at an unknown address, in the form of the server below', async () => {
    const { status, body } = await reloadly().get('/nothing');
    expect(status).toBe(404);
    expect(body).toEqual({ timestamp: NOON.toISOString(), status: 404, error: 'Not Found', path: '/nothing' });
  });
});

describe('a report that loses, invents or misdates top-ups', () => {
  it('has pages from 1, and page 0 is page 1', async () => {
    for (let amount = 101; amount <= 105; amount += 1) await reloadly().topUp(topUpOf({ amount }));
    const page = async (query: object) => {
      const { content, ...frame } = (await reloadly().list({ ...query })).body;
      return [content.map(({ requestedAmount }: { requestedAmount: number }) => requestedAmount), frame] as const;
    };
    const [first, frame] = await page({ page: 1, size: 2 });
    expect(first).toEqual([101, 102]);
    expect(frame).toEqual({
      totalPages: 3,
      totalElements: 5,
      last: false,
      first: true,
      numberOfElements: 2,
      size: 2,
      number: 0,
      empty: false,
    });
    expect(await page({ page: 0, size: 2 })).toEqual([first, frame]);
    expect((await page({ page: 3, size: 2 }))[0]).toEqual([105]);
    expect((await page({ page: 4, size: 2 }))[0]).toEqual([]);
    expect((await page({ size: 501 }))[1].size).toBe(500);
    expect((await page({}))[1].size).toBe(100);
  });

  it('reads its dates four hours behind UTC, and writes UTC', async () => {
    let now = NOON;
    const day = openSandbox({ now: () => now });
    await day.put('/knobs', { provider: 'reloadly', expires_in: 172_800 });
    const client = reloadlyOf(day.app);
    for (const [amount, at] of [
      [101, '2026-03-10T03:59:59Z'],
      [102, '2026-03-10T04:00:00Z'],
      [103, '2026-03-11T03:59:59Z'],
      [104, '2026-03-11T04:00:00Z'],
    ] as const) {
      now = new Date(at);
      await client.topUp(topUpOf({ amount }));
    }
    const { body } = await client.list({ startDate: '2026-03-10 00:00:00', endDate: '2026-03-10 23:59:59' });
    const rows = body.content.map((row: Record<string, unknown>) => [row.requestedAmount, row.transactionDate]);
    expect(rows).toEqual([
      [102, '2026-03-10 04:00:00'],
      [103, '2026-03-11 03:59:59'],
    ]);
    for (const startDate of ['2026-03-10', '2026-13-10 00:00:00'])
      expect((await client.list({ startDate })).body.totalElements).toBe(4);
  });

  it('filters by operator, status, country, and by the identifier in any case', async () => {
    await reloadly().topUp(topUpOf({ customIdentifier: 'Ord-A' }));
    await reloadly().topUp(topUpOf({ customIdentifier: 'ord-b', operatorId: 342, phone: '08000100123' }));
    const found = async (query: object) =>
      (await reloadly().list({ ...query })).body.content.map((row: Record<string, unknown>) => row.customIdentifier);
    expect(await found({ customIdentifier: 'ORD-a' })).toEqual(['Ord-A']);
    expect(await found({ operatorId: 342 })).toEqual(['ord-b']);
    expect(await found({ operatorName: 'MTN Nigeria' })).toEqual(['Ord-A']);
    expect(await found({ status: 'FAILED' })).toEqual(['ord-b']);
    expect(await found({ countryCode: 'NG' })).toHaveLength(2);
    expect(await found({ countryCode: 'GH' })).toEqual([]);
    expect(await found({ customIdentifier: 'ord' })).toEqual([]);
  });

  it('shows a top-up late with list_lag_s, while its id finds it at once', async () => {
    let now = NOON;
    const lagging = openSandbox({ now: () => now });
    await lagging.put('/knobs', { provider: 'reloadly', list_lag_s: 90 });
    const client = reloadlyOf(lagging.app);
    const order = topUpOf();
    const { transactionId } = (await client.topUp(order)).body;
    const total = async () => (await client.list({ customIdentifier: order.customIdentifier })).body.totalElements;
    now = new Date(NOON.getTime() + 89_999);
    expect([await total(), (await client.status(transactionId)).body.status]).toEqual([0, 'SUCCESSFUL']);
    now = new Date(NOON.getTime() + 90_000);
    expect(await total()).toBe(1);
  });

  it('answers an unknown id with TRANSACTION_NOT_FOUND', async () => {
    for (const path of ['/topups/7/status', '/topups/reports/transactions/7', '/topups/reports/transactions/x']) {
      const { status, body } = await reloadly().get(path);
      expect([status, body.errorCode]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
    }
  });
});

type Line = Record<string, unknown> & { operatorId: number; fixedAmounts: number[] };

describe('an operator that is listed otherwise than it sells', () => {
  const listed = async (query: object): Promise<Line[]> =>
    (await reloadly().get('/operators/countries/NG', { ...query })).body;

  it('lists data and bundles only when they are asked for', async () => {
    const ids = async (query: object) => (await listed(query)).map(({ operatorId }) => operatorId);
    expect(await ids({})).toEqual([341, 342, 344, 340]);
    expect(await ids({ includeData: true })).toEqual([341, 342, 344, 340, 345, 646, 647, 645]);
    expect(await ids({ includeBundles: true })).toEqual([341, 342, 344, 340, 1236, 1256, 931, 1213]);
    expect((await reloadly().get('/operators/countries/GH')).body.errorCode).toBe('COUNTRY_NOT_SUPPORTED');
  });

  it('sells every fixed amount that it lists', async () => {
    await sandbox().put('/knobs', { provider: 'reloadly', slow_failure_ms: 0 });
    for (const { operatorId, fixedAmounts } of await listed({ includeData: true, includeBundles: true })) {
      for (const amount of fixedAmounts.length > 0 ? fixedAmounts : [100]) {
        const { body } = await reloadly().topUp(topUpOf({ operatorId, amount }));
        expect(body.status ?? body.errorCode).toBe(
          operatorId === 1213 ? 'TRANSACTION_CANNOT_BE_PROCESSED_AT_THE_MOMENT' : 'SUCCESSFUL',
        );
      }
    }
  });

  it('describes the plan of each amount, by the amount as text', async () => {
    const { text, body } = await reloadly().get('/operators/646');
    expect(body).toMatchObject({
      id: 646,
      name: 'Airtel Nigeria Data',
      data: true,
      denominationType: 'FIXED',
      senderCurrencyCode: 'NGN',
      destinationCurrencyCode: 'NGN',
      localDiscount: 4,
      minAmount: null,
      fx: { rate: 1 },
      fixedAmountsDescriptions: { '499.91': '750MB data, valid for 14 days' },
      status: 'ACTIVE',
    });
    expect(text).toContain('"fixedAmounts":[99.91,199.91,499.91,999.90,1999.91,2999.91]');
    expect((await reloadly().get('/operators/341')).body).toMatchObject({
      denominationType: 'RANGE',
      fixedAmounts: [],
      localMinAmount: 50,
      localMaxAmount: 50_000,
    });
    expect((await reloadly().get('/operators/7')).body.errorCode).toBe('OPERATOR_NOT_FOUND');
  });

  it('is detected by the prefix of a number, ported or not', async () => {
    const detect = async (phone: string) =>
      (await reloadly().get(`/operators/auto-detect/phone/${phone}/countries/NG`)).body;
    expect((await detect('2348021234567')).operatorId).toBe(342);
    expect((await detect('08051234567')).operatorId).toBe(344);
    expect((await detect('08031234567')).operatorId).toBe(341);
    for (const phone of ['08001500123', '12']) {
      expect((await detect(phone)).errorCode).toBe('COULD_NOT_AUTO_DETECT_OPERATOR');
    }
  });

  it('has a discount, and a rate for a wallet in dollars', async () => {
    const discounts = async () => (await reloadly().get('/operators/342/commissions')).body;
    const rate = async (amount: unknown) =>
      (await reloadly().post('/operators/fx-rate', { operatorId: 342, amount })).body;
    expect(await discounts()).toMatchObject({ internationalPercentage: 4, localPercentage: 4 });
    expect(await rate(2)).toMatchObject({ id: 342, fxRate: 2, currencyCode: 'NGN' });
    await sandbox().put('/knobs', { provider: 'reloadly', currency: 'USD' });
    expect(await discounts()).toMatchObject({ internationalPercentage: 4, localPercentage: 0 });
    expect((await rate(2)).fxRate).toBe(3000);
    expect((await rate('much')).errorCode).toBe('INVALID_INPUT_PROVIDED');
    const { body } = await reloadly().get('/operators/341');
    expect(body).toMatchObject({ senderCurrencyCode: 'USD', fx: { rate: 1500 }, minAmount: 0.03, localMinAmount: 50 });
  });
});
