import { monnifyOf, powerVend, vendOf } from '../testing/monnify';
import { ledgerOf, postRaw, whenPosted, withServer } from '../testing/server';
import { openSandbox, useSandbox } from '../testing/use-sandbox';
import { NOON } from '../testing/vtpass';

const FLOAT = 10_000_000;
const COST = 97;
const VEND = '/monnify/api/v1/vas/bills-payment/vend';

/** Vends for `customerId`, and returns the answer and what requery, ledger and wallet show afterwards. */
async function observe(url: string, customerId: string) {
  const monnify = monnifyOf(url);
  const order = vendOf({ customerId });
  const ending = await postRaw(`${url}${VEND}`, order, undefined, { authorization: await monnify.bearer() });
  return { ending, ...(await aftermath(url, order.reference)) };
}

async function aftermath(url: string, reference: unknown) {
  const monnify = monnifyOf(url);
  const { body } = await monnify.requery(reference);
  const { deliveries } = await ledgerOf(url);
  return {
    requery: [body.responseCode, body.responseBody?.vendStatus],
    vended: deliveries.filter(({ request_id, provider }) => request_id === reference && provider === 'monnify').length,
    spent: FLOAT - (await monnify.balance()),
  };
}

const delivered = { requery: ['0', 'SUCCESS'], vended: 1, spent: COST };
const unrecorded = { requery: ['99', undefined], vended: 0, spent: 0 };
const failed = { requery: ['0', 'FAILED'], vended: 0, spent: 0 };
const pending = { requery: ['0', 'IN_PROGRESS'], vended: 0, spent: 100 };

describe('an outcome that Monnify answers, records or charges otherwise', () => {
  it.each([
    ['00', 'delivered', 200, '0', 'SUCCESS', delivered],
    ['01', 'rejected', 200, '0', 'FAILED', failed],
    ['02', 'pending', 200, '0', 'IN_PROGRESS', pending],
    ['03', 'pending', 200, '0', 'IN_PROGRESS', pending],
    ['04', 'pending forever', 200, '0', 'IN_PROGRESS', pending],
    ['09', 'system error, not recorded', 500, '99', undefined, unrecorded],
    ['10', 'system error, delivered', 500, '99', undefined, delivered],
    ['12', 'low float', 400, '99', undefined, unrecorded],
    ['13', 'token later, meaningless for airtime', 200, '0', 'SUCCESS', delivered],
    ['15', 'not recognised', 200, '0', 'FAILED', failed],
    ['17', 'says failed', 200, '0', 'FAILED', delivered],
  ])('outcome %s: %s', async (number, _name, status, code, vendStatus, after) => {
    await withServer({}, async ({ url }) => {
      const { ending, ...rest } = await observe(url, `0800${number}00123`);
      const body = JSON.parse(ending.text);
      expect([ending.whole, ending.status]).toEqual([true, status]);
      expect([body.responseCode, body.responseBody?.vendStatus]).toEqual([code, vendStatus]);
      expect(rest).toEqual(after);
    });
  });

  it.each([
    ['07', 'before it is recorded', unrecorded],
    ['08', 'after it is delivered', delivered],
  ])('outcome %s: a connection that is reset %s', async (number, _when, after) => {
    await withServer({}, async ({ url }) => {
      const { ending, ...rest } = await observe(url, `0800${number}00123`);
      expect(ending).toMatchObject({ whole: false, text: '', error: 'read ECONNRESET' });
      expect(rest).toEqual(after);
    });
  });

  it.each([
    ['11', unrecorded, { whole: true, status: 502, text: expect.stringContaining('<html>') }],
    ['14', delivered, { whole: false, status: 200, text: expect.stringMatching(/^{"requestSuccessful":true.*[^}]$/) }],
  ])('outcome %s: an answer that is not JSON', async (number, after, expected) => {
    await withServer({}, async ({ url }) => {
      const { ending, ...rest } = await observe(url, `0800${number}00123`);
      expect(ending).toMatchObject(expected);
      expect(rest).toEqual(after);
    });
  });

  it.each([
    ['05', delivered],
    ['06', unrecorded],
  ])('outcome %s: no answer until the caller leaves', async (number, after) => {
    await withServer({}, async ({ url }) => {
      const order = vendOf({ customerId: `0800${number}00123` });
      const keys = { authorization: await monnifyOf(url).bearer() };
      const leave = (request: { destroy(): void }) =>
        void whenPosted(url, order.reference).then(() => request.destroy());
      expect(await postRaw(`${url}${VEND}`, order, leave, keys)).toMatchObject({ whole: false, status: null });
      expect(await aftermath(url, order.reference)).toEqual(after);
    });
  });

  it('outcome 16: a requery that is never answered', async () => {
    await withServer({}, async ({ url }) => {
      const monnify = monnifyOf(url);
      const order = vendOf({ customerId: '08001600123' });
      expect((await monnify.vend(order)).body.responseBody.vendStatus).toBe('IN_PROGRESS');
      const keys = { authorization: await monnify.bearer() };
      const signal = AbortSignal.timeout(300);
      const requery = fetch(`${url}${VEND.replace('vend', 'requery')}?reference=${order.reference}`, {
        headers: keys,
        signal,
      });
      await expect(requery).rejects.toMatchObject({ name: 'TimeoutError' });
    });
  });

  it('waits as long as the number asks, and records nothing before', async () => {
    await withServer({}, async ({ url }) => {
      const order = vendOf({ customerId: '08000001123' });
      const start = performance.now();
      const ending = monnifyOf(url).vend(order);
      expect((await whenPosted(url, order.reference)).deliveries).toEqual([]);
      expect((await ending).body.responseBody.vendStatus).toBe('SUCCESS');
      expect(performance.now() - start).toBeGreaterThan(990);
    });
  });
});

describe('a pending vend that settles otherwise', () => {
  const sandbox = useSandbox();

  it.each([
    ['02', ['IN_PROGRESS', 'IN_PROGRESS', 'SUCCESS', 'SUCCESS'], COST, 1, 0],
    ['03', ['IN_PROGRESS', 'IN_PROGRESS', 'FAILED', 'FAILED'], 0, 0, 1],
  ])('outcome %s settles at the third requery', async (number, states, spent, deliveries, reversals) => {
    const monnify = monnifyOf(sandbox().app);
    const order = vendOf({ customerId: `0800${number}00123` });
    await monnify.vend(order);
    for (const state of states)
      expect((await monnify.requery(order.reference)).body.responseBody.vendStatus).toBe(state);
    expect(FLOAT - (await monnify.balance())).toBe(spent);
    const ledger = sandbox().ledger();
    expect([ledger.deliveries.length, ledger.reversals.length]).toEqual([deliveries, reversals]);
  });
});

describe('a token that Monnify issues twice or too early', () => {
  const sandbox = useSandbox();

  it('stands in metaData with dashes, and is the same in a requery', async () => {
    const monnify = monnifyOf(sandbox().app);
    const order = powerVend();
    const { body } = await monnify.vendPower(order);
    expect(body.responseBody.metaData).toEqual({ token: expect.stringMatching(/^(\d{4}-){4}\d{4}$/), unit: '29.8' });
    expect((await monnify.requery(order.reference)).body).toEqual(body);
    const other = await monnify.vendPower(powerVend());
    expect(other.body.responseBody.metaData.token).not.toBe(body.responseBody.metaData.token);
  });

  it('comes with the third requery for outcome 13, after a delivery without it', async () => {
    const monnify = monnifyOf(sandbox().app);
    const order = powerVend({ customerId: '08001300123' });
    const token = async () => (await monnify.requery(order.reference)).body.responseBody.metaData?.token;
    const { vendStatus, metaData } = (await monnify.vendPower(order)).body.responseBody;
    expect([vendStatus, metaData]).toEqual(['SUCCESS', undefined]);
    expect([await token(), await token()]).toEqual([undefined, undefined]);
    expect(await token()).toMatch(/^(\d{4}-){4}\d{4}$/);
    expect(sandbox().ledger().deliveries).toHaveLength(1);
  });

  it('is not given to a postpaid meter, nor before a pending vend is delivered', async () => {
    const monnify = monnifyOf(sandbox().app);
    const postpaid = await monnify.vendPower(powerVend({ productCode: 'product-ikedc-post' }));
    expect(postpaid.body.responseBody).toMatchObject({ vendStatus: 'SUCCESS' });
    expect(postpaid.body.responseBody).not.toHaveProperty('metaData');
    const pendingVend = await monnify.vendPower(powerVend({ customerId: '08000200123' }));
    expect(pendingVend.body.responseBody).not.toHaveProperty('metaData');
  });
});

describe('an answer of Monnify that has another form than the recorded one', () => {
  it('is the recorded answer, digit for digit', async () => {
    const sandbox = openSandbox({ now: () => new Date('2026-06-27T16:16:02Z') });
    await sandbox.put('/knobs', { provider: 'monnify', fee: 10, commission: 10 });
    const order = vendOf({ productCode: '11', customerId: '080123456789', reference: 'sdktest-1782576961' });
    const { text } = await monnifyOf(sandbox.app).vend(order);
    expect(text.replace(/MFBP260627171602[0-9a-f]{6}/, 'MFBP…')).toBe(
      '{"requestSuccessful":true,"responseMessage":"success","responseCode":"0","responseBody":{' +
        '"vendReference":"sdktest-1782576961","transactionReference":"MFBP…","vendStatus":"SUCCESS",' +
        '"description":"Okay, purchase was successfully created.","vendAmount":100,"payableAmount":110.00,' +
        '"commission":10.00,"customerId":"080123456789","productCode":"11","productName":"Airtel Mobile Top up",' +
        '"billerCode":"AIRTEL","billerName":"AIRTEL"}}',
    );
    expect(sandbox.ledger().deliveries).toEqual([
      {
        request_id: 'sdktest-1782576961',
        serviceID: 'AIRTEL',
        recipient: '080123456789',
        variation_code: '11',
        amount: 100,
        at: '2026-06-27T16:16:02.000Z',
        provider: 'monnify',
      },
    ]);
    sandbox.close();
  });

  it('does not echo our reference where the knob says so, and is found by it', async () => {
    const sandbox = openSandbox({ now: () => NOON });
    await sandbox.put('/knobs', { provider: 'monnify', echo: 'none' });
    const monnify = monnifyOf(sandbox.app);
    const order = vendOf();
    const { body } = await monnify.vend(order);
    expect(body.responseBody).toMatchObject({ transactionReference: expect.any(String), vendStatus: 'SUCCESS' });
    expect(body.responseBody).not.toHaveProperty('vendReference');
    expect((await monnify.requery(order.reference)).body).toEqual(body);
    sandbox.close();
  });

  it('says that a reference is unknown, or missing, in its own words', async () => {
    const sandbox = openSandbox({ now: () => NOON });
    const monnify = monnifyOf(sandbox.app);
    expect((await monnify.requery('bogus-ref')).body).toEqual({
      requestSuccessful: false,
      responseMessage: 'Transaction not found for reference: bogus-ref',
      responseCode: '99',
    });
    const missing = await monnify.bills('/requery', { transactionReference: 'x' });
    expect([missing.status, missing.body.responseMessage]).toEqual([
      400,
      "Required request parameter 'reference' is not present",
    ]);
    sandbox.close();
  });
});
