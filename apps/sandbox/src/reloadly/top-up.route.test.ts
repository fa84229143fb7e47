import { reloadlyOf, topUpOf } from '../testing/reloadly';
import { ledgerOf, postRaw, whenPosted, withServer } from '../testing/server';
import { openSandbox, useSandbox } from '../testing/use-sandbox';
import { NOON } from '../testing/vtpass';

const FLOAT = 10_000_000;
const COST = 97;

async function aftermath(url: string, customIdentifier: unknown) {
  const reloadly = reloadlyOf(url);
  const { body } = await reloadly.list({ customIdentifier });
  const { deliveries } = await ledgerOf(url);
  return {
    listed: body.content.map(({ status }: { status: string }) => status),
    vended: deliveries.filter((line) => line.request_id === customIdentifier && line.provider === 'reloadly').length,
    spent: FLOAT - (await reloadly.balance()),
  };
}

/** Tops up `phone`, and returns the answer and what list, ledger and balance show afterwards. */
async function observe(url: string, phone: string) {
  const order = topUpOf({ phone });
  const keys = { authorization: await reloadlyOf(url).bearer() };
  const ending = await postRaw(`${url}/reloadly/topups`, order, undefined, keys);
  return { ending, ...(await aftermath(url, order.customIdentifier)) };
}

const delivered = { listed: ['SUCCESSFUL'], vended: 1, spent: COST };
const unrecorded = { listed: [], vended: 0, spent: 0 };
const pending = { listed: ['PROCESSING'], vended: 0, spent: COST };
const LATER = 'TRANSACTION_CANNOT_BE_PROCESSED_AT_THE_MOMENT';

describe('an outcome that Reloadly answers, records or charges otherwise', () => {
  it.each([
    ['00', 'delivered', 200, 'SUCCESSFUL', delivered],
    ['01', 'rejected', 200, 'FAILED', { listed: ['FAILED'], vended: 0, spent: 0 }],
    ['02', 'pending', 200, 'PROCESSING', pending],
    ['03', 'pending', 200, 'PROCESSING', pending],
    ['04', 'pending forever', 200, 'PROCESSING', pending],
    ['09', 'system error, not recorded', 500, 'PROVIDER_INTERNAL_ERROR', unrecorded],
    ['10', 'system error, delivered', 500, 'PROVIDER_INTERNAL_ERROR', delivered],
    ['12', 'low float', 400, 'INSUFFICIENT_BALANCE', unrecorded],
    ['13', 'token later, meaningless here', 200, 'SUCCESSFUL', delivered],
    ['15', 'not recognised', 400, 'INVALID_RECIPIENT_PHONE', unrecorded],
    ['17', 'says failed', 400, LATER, delivered],
  ])('outcome %s: %s', async (number, _name, status, word, after) => {
    await withServer({}, async ({ url }) => {
      const { ending, ...rest } = await observe(url, `234800${number}00123`);
      const body = JSON.parse(ending.text);
      expect([ending.whole, ending.status, body.status ?? body.errorCode]).toEqual([true, status, word]);
      expect(ending.headers.connection).toBe('close');
      expect(rest).toEqual(after);
    });
  });

  it.each([
    ['07', unrecorded, { whole: false, text: '', error: 'read ECONNRESET' }],
    ['08', delivered, { whole: false, text: '', error: 'read ECONNRESET' }],
    ['11', unrecorded, { whole: true, status: 502, text: expect.stringContaining('<html>') }],
    ['14', delivered, { whole: false, status: 200, text: expect.stringMatching(/^{"transactionId":.*[^}]$/) }],
  ])('outcome %s: no JSON', async (number, after, expected) => {
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
      const order = topUpOf({ phone: `0800${number}00123` });
      const keys = { authorization: await reloadlyOf(url).bearer() };
      const leave = (request: { destroy(): void }) =>
        void whenPosted(url, order.customIdentifier).then(() => request.destroy());
      const ending = await postRaw(`${url}/reloadly/topups`, order, leave, keys);
      expect(ending).toMatchObject({ whole: false, status: null });
      expect(await aftermath(url, order.customIdentifier)).toEqual(after);
    });
  });

  it('outcome 16: a look-up by reference or id that is never answered, and a statement that is', async () => {
    await withServer({}, async ({ url }) => {
      const reloadly = reloadlyOf(url);
      const order = topUpOf({ phone: '08001600123' });
      const { transactionId, status } = (await reloadly.topUp(order)).body;
      expect(status).toBe('PROCESSING');
      const headers = { authorization: await reloadly.bearer() };
      const list = `${url}/reloadly/topups/reports/transactions`;
      for (const path of [
        `${list}?customIdentifier=${order.customIdentifier}`,
        `${list}/${transactionId}`,
        `${url}/reloadly/topups/${transactionId}/status`,
      ])
        await expect(fetch(path, { headers, signal: AbortSignal.timeout(200) })).rejects.toMatchObject({
          name: 'TimeoutError',
        });
      expect((await reloadly.list()).body.totalElements).toBe(1);
    });
  });

  it('waits as long as the number asks, and records nothing before', async () => {
    await withServer({}, async ({ url }) => {
      const order = topUpOf({ phone: '08000001123' });
      const start = performance.now();
      const ending = reloadlyOf(url).topUp(order);
      expect((await whenPosted(url, order.customIdentifier)).deliveries).toEqual([]);
      expect((await ending).body.status).toBe('SUCCESSFUL');
      expect(performance.now() - start).toBeGreaterThan(990);
    });
  });
});

describe('a top-up that settles otherwise', () => {
  const sandbox = useSandbox();

  it.each([
    ['02', 'SUCCESSFUL', COST, 1, 0],
    ['03', 'REFUNDED', 0, 0, 1],
  ])('outcome %s settles at the third look, wherever that is', async (number, end, spent, deliveries, reversals) => {
    const reloadly = reloadlyOf(sandbox().app);
    const order = topUpOf({ phone: `0800${number}00123` });
    const { transactionId } = (await reloadly.topUp(order)).body;
    expect((await reloadly.list({ customIdentifier: order.customIdentifier })).body.content[0].status).toBe(
      'PROCESSING',
    );
    expect((await reloadly.status(transactionId)).body).toEqual({
      code: null,
      message: null,
      status: 'PROCESSING',
      transaction: null,
    });
    expect((await reloadly.list()).body.content[0].status).toBe('PROCESSING'); // a statement is no look
    const row = (await reloadly.get(`/topups/reports/transactions/${transactionId}`)).body;
    expect(row.status).toBe(end);
    const { status, message, transaction } = (await reloadly.status(transactionId)).body;
    expect([status, transaction]).toEqual([end, end === 'SUCCESSFUL' ? row : null]);
    expect(message).toEqual(end === 'SUCCESSFUL' ? null : expect.stringContaining('outage'));
    expect(FLOAT - (await reloadly.balance())).toBe(spent);
    const ledger = sandbox().ledger();
    expect([ledger.deliveries.length, ledger.reversals.length]).toEqual([deliveries, reversals]);
  });

  it.each([
    ['08031234567', 'SUCCESSFUL', 1],
    ['08000100123', 'REFUNDED', 0],
  ])('an async one for %s settles by its time, whether or not anybody looks', async (phone, end, deliveries) => {
    let now = NOON;
    const later = openSandbox({ now: () => now });
    const reloadly = reloadlyOf(later.app);
    const { body } = await reloadly.topUpAsync(topUpOf({ phone }));
    expect(body).toEqual({ transactionId: 181341 });
    now = new Date(NOON.getTime() + 7_999);
    expect((await reloadly.status(181341)).body.status).toBe('PROCESSING');
    expect(later.ledger()).toMatchObject({ deliveries: [], reversals: [] });
    now = new Date(NOON.getTime() + 8_000);
    expect(later.ledger().deliveries).toHaveLength(deliveries);
    expect((await reloadly.status(181341)).body.status).toBe(end);
    const ended = [...later.ledger().deliveries, ...later.ledger().reversals];
    expect(ended.map(({ at }) => at)).toEqual(['2026-03-10T11:00:08.000Z']);
    later.close();
  });

  it('refund_after turns a delivery into a refund', async () => {
    let now = NOON;
    const later = openSandbox({ now: () => now });
    const reloadly = reloadlyOf(later.app);
    await later.put('/knobs', { provider: 'reloadly', refund_after: 30 });
    expect((await reloadly.topUp(topUpOf())).body.status).toBe('PROCESSING');
    expect(await reloadly.balance()).toBe(FLOAT - COST);
    now = new Date(NOON.getTime() + 30_000);
    expect(await reloadly.balance()).toBe(FLOAT);
    const { status, balanceInfo } = (await reloadly.list()).body.content[0];
    expect([status, balanceInfo.cost, balanceInfo.newBalance]).toEqual(['REFUNDED', 0, FLOAT]);
    expect(later.ledger()).toMatchObject({ deliveries: [], reversals: [{ provider: 'reloadly' }] });
    later.close();
  });

  it('operator 1213 holds the call, refuses it, and leaves no row', async () => {
    const reloadly = reloadlyOf(sandbox().app);
    expect((await sandbox().put('/knobs', { provider: 'reloadly', slow_failure_ms: 400 })).status).toBe(200);
    const start = performance.now();
    const order = topUpOf({ operatorId: 1213, amount: 50 });
    const { status, body } = await reloadly.topUp(order);
    expect(performance.now() - start).toBeGreaterThan(390);
    expect([status, body.errorCode, (await reloadly.list()).body.totalElements]).toEqual([400, LATER, 0]);
    expect(sandbox().ledger().posts).toMatchObject([{ outcome: `refused ${LATER}` }]);
    expect((await reloadly.topUp({ ...topUpOf(), customIdentifier: order.customIdentifier })).status).toBe(200);
  });
});

describe('an answer of Reloadly that has another form than the recorded one', () => {
  it('is the recorded answer, digit for digit', async () => {
    const sandbox = openSandbox({ floatNaira: 993.81, now: () => new Date('2026-10-08T01:45:35Z') });
    const order = topUpOf({ operatorId: 646, amount: 499.91, customIdentifier: 'ptest-1' });
    expect((await reloadlyOf(sandbox.app).topUp(order)).text).toBe(
      '{"transactionId":181341,"status":"SUCCESSFUL","operatorTransactionId":"2026100801453500000181341",' +
        '"customIdentifier":"ptest-1","recipientPhone":"2348031234567","recipientEmail":null,"senderPhone":null,' +
        '"countryCode":"NG","operatorId":646,"operatorName":"Airtel Nigeria Data","discount":19.99640,' +
        '"discountCurrencyCode":"NGN","requestedAmount":499.91,"requestedAmountCurrencyCode":"NGN",' +
        '"deliveredAmount":499.91,"deliveredAmountCurrencyCode":"NGN","transactionDate":"2026-10-08 01:45:35",' +
        '"pinDetail":null,"fee":0,"balanceInfo":{"oldBalance":993.81000,"newBalance":513.89640,"cost":479.91360,' +
        '"currencyCode":"NGN","currencyName":"Nigerian Naira","updatedAt":"2026-10-08 01:42:10"}}',
    );
    expect(sandbox.ledger().deliveries).toEqual([
      {
        request_id: 'ptest-1',
        serviceID: '646',
        recipient: '08031234567',
        amount: 499.91,
        at: '2026-10-08T01:45:35.000Z',
        provider: 'reloadly',
      },
    ]);
    sandbox.close();
  });
});
