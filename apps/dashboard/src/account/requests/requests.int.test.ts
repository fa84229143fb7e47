import { readTwin } from '@topup/core/account';
import { createKey } from '@topup/core/api-key';
import { createRequestLog, type RequestRecord } from '@topup/core/request-log';
import { newId, systemClock } from '@topup/core/shared';
import type { LoggedRequest, Page, RequestRates, RequestRow } from '@topup/dashboard-contract';
import request from 'supertest';
import { openAccountWorld } from '../../testing/account-world';
import { delivered, quiet } from '../../testing/seller';

const { world, get, read } = openAccountWorld();

/** An account with a key, which makes requests. */
async function client(accountId?: string) {
  const account = accountId ?? (await world().account());
  const { id: apiKeyId } = await createKey({ db: world().db, masterKey: Buffer.alloc(32, 7) }, account, 'Shop');
  return { account, apiKeyId, log: (...requests: Partial<RequestRecord>[]) => log(account, apiKeyId, requests) };
}

/** Logs these requests, one millisecond apart. @returns their request ids */
async function log(accountId: string, apiKeyId: string, requests: Partial<RequestRecord>[]): Promise<string[]> {
  let at = systemClock.now().getTime() - 1_000;
  const clock = { now: () => new Date(++at) };
  const requestLog = createRequestLog({ db: world().db, clock, log: quiet, dropped: () => undefined });
  const records = requests.map((each) => ({ ...BALANCE, accountId, apiKeyId, requestId: newId(at), ...each }));
  for (const record of records) requestLog.record(record);
  await requestLog.close();
  return records.map(({ requestId }) => requestId);
}

const BALANCE: Omit<RequestRecord, 'accountId' | 'apiKeyId' | 'requestId'> = {
  method: 'GET',
  path: '/v1/wallet/balance',
  status: 200,
  errorCode: null,
  durationMs: 5,
  reference: null,
  request: undefined,
  answer: { status: 'success' },
};

/** A purchase as the API logs it. */
const purchase = (reference: string): Partial<RequestRecord> => ({
  method: 'POST',
  path: '/v1/airtime/purchase',
  durationMs: 800,
  reference,
  request: { network: 'mtn', phone: '08031234567', amount: 100, request_ref: reference },
});
const refused: Partial<RequestRecord> = { ...purchase('order-x'), status: 400, errorCode: 'validation_failed' };

const rowsOf = async (account: string, query = '') =>
  (await read<Page<RequestRow>>(account, `/requests?${query}`)).rows;

describe('an account that reads the requests of another', () => {
  test('it can list, find and sample none, and a stranger and an operator see none', async () => {
    const [one, other] = [await client(), await client()];
    const [requestId] = await one.log(refused);
    const [row] = await rowsOf(one.account);
    const nobodys = newId();
    for (const query of ['', `search=${requestId}`, 'search=order-x', `key=${one.apiKeyId}`, `cursor=${newId()}`])
      expect(await rowsOf(other.account, query)).toEqual([]);
    const [theirs, unused] = [
      await get(other.account, `/requests/${row?.id}`),
      await get(other.account, `/requests/${nobodys}`),
    ];
    expect([theirs.status, theirs.body]).toEqual([404, unused.body]);
    expect((await read<RequestRates>(other.account, '/request-rates')).endpoints).toEqual([]);
    for (const path of ['/requests', `/requests/${row?.id}`, '/request-rates']) {
      expect((await get('operator', path)).body).toMatchObject({ code: 'no_account' });
      expect((await request(world().app).get(`/api${path}`)).status).toBe(401);
      expect((await get(one.account, path)).status).toBe(200);
    }
    expect((await get(one.account, '/requests/nonsense')).status).toBe(404);
  });

  test('test mode shows the requests of the test account alone', async () => {
    const live = await client();
    const twin = await client((await readTwin(world().db, live.account)).id);
    await live.log({ path: '/v1/live' });
    await twin.log({ path: '/v1/test' });
    const { body } = await get(live.account, '/requests').set('Cookie', 'topup-mode=test');
    expect(body.rows.map(({ path }: RequestRow) => path)).toEqual(['/v1/test']);
    expect((await rowsOf(live.account)).map(({ path }) => path)).toEqual(['/v1/live']);
  });
});

describe('a request that cannot be found', () => {
  test('each filter finds what it says, the newest first', async () => {
    const { account, apiKeyId, log: logged } = await client();
    const reference = newId();
    const ids = await logged(
      {},
      refused,
      { ...purchase(reference), status: 202 },
      { ...purchase('order-y'), status: 424, errorCode: 'provider_failed' },
      { status: 503, errorCode: 'unavailable' },
      { ...purchase('order-z'), status: 0 },
    );
    const found = async (query: string) => (await rowsOf(account, query)).map(({ status }) => status);
    expect(await found('')).toEqual([0, 503, 424, 202, 400, 200]);
    expect(await found('status=400')).toEqual([400]);
    expect(await found('status=2xx')).toEqual([202, 200]);
    expect(await found('status=4xx')).toEqual([424, 400]);
    expect(await found('status=5xx')).toEqual([503]);
    expect(await found('status=refused')).toEqual([400]);
    expect(await found('status=error')).toEqual([503, 400]);
    expect(await found('status=0')).toEqual([0]);
    expect(await found('endpoint=POST /v1/airtime/purchase&status=4xx')).toEqual([424, 400]);
    expect(await found('endpoint=POST /v1/wallet/balance')).toEqual([]);
    expect(await found(`key=${apiKeyId}&search=order-x`)).toEqual([400]);
    expect(await found(`key=${newId()}`)).toEqual([]);
    expect(await found(`search=${ids[4]}`)).toEqual([503]);
    expect(await found(`search=${reference}`)).toEqual([202]);
    expect(await found(`search=${reference}&status=4xx`)).toEqual([]);
    expect(await found('from=2026-01-01&to=2026-01-31')).toEqual([]);
    expect(await found('from=2026-01-01')).toHaveLength(6);
  });

  test('paging skips and repeats nothing, and nonsense is refused', async () => {
    const { account, log: logged } = await client();
    await logged(...Array.from({ length: 5 }, (_, n) => ({ durationMs: n })));
    const seen: number[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page: Page<RequestRow> = await read(account, `/requests?limit=2&cursor=${next}`);
      seen.push(...page.rows.map(({ durationMs }) => durationMs));
      next = page.next;
    }
    expect(seen).toEqual([4, 3, 2, 1, 0]);
    for (const query of ['status=x', 'status=600', 'endpoint=x', 'key=x', 'limit=101', 'from=x', 'cursor=x']) {
      const { status, body } = await get(account, `/requests?${query}`);
      expect([query, status, Object.keys(body.fields)]).toEqual([query, 400, [query.split('=')[0]]]);
    }
  });
});

describe('a request whose fault or effect cannot be found', () => {
  test('it shows what was sent and answered, masked, with its purchase and the deliveries of that', async () => {
    const { account, log: logged } = await client();
    await world().db.account.update({ where: { id: account }, data: { webhookUrl: 'https://client.example/hook' } });
    const reference = await world().sell(account, {}, delivered);
    const [requestId] = await logged({ ...purchase(reference), answer: { status: 'successful', reference } });
    const [row] = await rowsOf(account);
    const shown = await read<LoggedRequest>(account, `/requests/${row?.id}`);
    expect(shown).toMatchObject({
      ...row,
      requestId,
      status: 200,
      keyName: 'Shop',
      reference,
      request: { network: 'mtn', phone: expect.stringContaining('***'), amount: 100 },
      answer: { status: 'successful' },
      purchase: { reference, status: 'success', amount: '100.00' },
      deliveries: [{ event: 'airtime.purchase.success', reference, url: null }],
    });
    expect(JSON.stringify(shown)).not.toContain('08031234567');
  });

  test('a refused one has its code, and no purchase although another account has that reference', async () => {
    const [{ account, log: logged }, other] = [await client(), await client()];
    const reference = await world().sell(other.account, {}, delivered);
    await logged({ ...refused, reference });
    const [row] = await rowsOf(account, 'status=400');
    expect(await read<LoggedRequest>(account, `/requests/${row?.id}`)).toMatchObject({
      errorCode: 'validation_failed',
      reference,
      purchase: null,
      deliveries: [],
    });
  });
});

describe('a rise of errors or of latency that nobody sees', () => {
  test.each([
    ['24h', 24, 1],
    ['7d', 42, 4],
    ['30d', 30, 24],
  ])(
    '%s are %i points without gaps, in Lagos, and the present one has what was just asked',
    async (range, count, hours) => {
      const { account, log: logged } = await client();
      await logged(
        { durationMs: 10 },
        { durationMs: 30 },
        { ...refused, durationMs: 7 },
        { durationMs: 20, status: 500 },
      );
      const rates = await read<RequestRates>(account, `/request-rates?range=${range}`);
      expect(rates).toMatchObject({ range, sample: null });
      const balance = { requests: 3, errorRate: 1 / 3, p50Ms: 20, p95Ms: 30 };
      const airtime = { requests: 1, errorRate: 1, p50Ms: 7, p95Ms: 7 };
      expect(rates.endpoints).toMatchObject([
        { endpoint: 'GET /v1/wallet/balance', ...balance },
        { endpoint: 'POST /v1/airtime/purchase', ...airtime },
      ]);
      // what was asked a second ago may be in the point before
      for (const { points } of rates.endpoints) {
        expect(points).toHaveLength(count);
        expect(points.slice(-2).some((rate) => rate !== null)).toBe(true);
        expect(points.slice(0, -2)).toEqual(new Array(count - 2).fill(null));
      }
      const times = rates.points.map((at) => Date.parse(at));
      expect(new Set(times.slice(1).map((at, n) => at - (times[n] ?? 0)))).toEqual(new Set([hours * 3_600_000]));
      expect(times.at(-1)).toBeLessThanOrEqual(Date.now());
      if (range === '30d') expect(rates.points.every((at) => at.endsWith('T23:00:00.000Z'))).toBe(true);
    },
  );

  test('a program that calls any path does not make an endless list', async () => {
    const { account, log: logged } = await client();
    await logged(...Array.from({ length: 30 }, (_, n) => ({ path: `/v1/${n}` })));
    expect((await read<RequestRates>(account, '/request-rates')).endpoints.length).toBeLessThanOrEqual(20);
    expect((await get(account, '/request-rates?range=1y')).body.fields).toHaveProperty('range');
  });
});
