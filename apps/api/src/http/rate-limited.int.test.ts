import { randomBytes } from 'node:crypto';
import { type LimitName, limitNames, NO_OWN_LIMITS, setAccountLimits } from '@topup/core/account';
import { createKey } from '@topup/core/api-key';
import { getWalletBalance } from '@topup/core/wallet';
import { documented, eventually } from '@topup/testkit';
import request from 'supertest';
import { type ApiWorld, airtime, apiWorld, type Client } from '../testing/api-world';
import { ENDPOINTS } from '../testing/endpoints';

// One client that asks too often must neither be served without end nor use up what others may ask.

const LIMIT = 3;
const PER_REFERENCE = 120;
const TOO_MANY =
  'Your account has sent too many requests of this kind within a minute. Try again after the seconds in Retry-After.';
const tooMany = { status: 'error', message: TOO_MANY };
const tooManyPurchases = {
  status: 'error',
  message: `${TOO_MANY} Nothing was debited for this request: use the same request_ref again.`,
};

let world: ApiWorld;
beforeAll(async () => {
  const limits = Object.fromEntries(limitNames.map((name) => [name, LIMIT]));
  world = await apiWorld({ limits });
});
afterAll(() => world.close());

type Ask = (client: Client) => request.Test;

/** The limit that requests of an endpoint count for. */
function limitOf(path: string): LimitName {
  if (path.endsWith('/purchase')) return 'purchases';
  if (path === '/v1/transaction/status') return 'status';
  return /\/(variations|verify)$/.test(path) ? 'lookups' : 'other';
}
const all: [string, LimitName, Ask][] = [
  ...ENDPOINTS.map(({ method, path, body }): [string, LimitName, Ask] => [
    path,
    limitOf(path),
    (client) => (method === 'GET' ? world.get(path, client) : world.post(path, client, body())),
  ]),
  ['/V1/AIRTIME/Purchase/', 'purchases', (client) => world.post('/V1/AIRTIME/Purchase/', client, airtime())],
  ['/v1/nothing', 'other', (client) => world.get('/v1/nothing', client)],
];
/** The first one, which is airtime for `purchases`. */
const oneOf = (name: LimitName): Ask => all.find(([, limit]) => limit === name)?.[2] as Ask;

/** The two headers, with the seconds as text of their own: they run on. */
function limitIn({ headers }: request.Response): { policy: unknown; limit: string; seconds: number } {
  const [, limit = '', seconds] = /^(.*);t=(\d+)$/.exec(headers.ratelimit ?? '') ?? [];
  return { policy: headers['ratelimit-policy'], limit, seconds: Number(seconds) };
}
const shows = (name: string, remaining: number, quota = LIMIT) => ({
  policy: `"${name}";q=${quota};w=60`,
  limit: `"${name}";r=${remaining}`,
  seconds: expect.any(Number),
});

async function exhaust(client: Client, name: LimitName): Promise<void> {
  for (let i = 0; i < LIMIT; i += 1) expect((await oneOf(name)(client)).status).not.toBe(429);
}

describe('an account that asks without end takes the service from the others', () => {
  test.each(all)('%s counts for %s, says how much is left, and gets 429 over the limit', async (_what, name, ask) => {
    const client = await world.client();
    for (let left = LIMIT - 1; left >= 0; left -= 1) {
      const answer = await ask(client);
      expect([answer.status === 429, limitIn(answer)]).toEqual([false, shows(name, left)]);
    }
    const answer = await ask(client);
    const told = name === 'purchases' ? tooManyPurchases : tooMany;
    expect([answer.status, answer.body, limitIn(answer)]).toEqual([429, told, shows(name, 0)]);
    expect(answer.headers['retry-after']).toBe(String(limitIn(answer).seconds));
    expect(answer.headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
    for (const other of limitNames.filter((each) => each !== name))
      expect(limitIn(await oneOf(other)(client))).toEqual(shows(other, LIMIT - 1));
    expect(limitIn(await ask(await world.client()))).toEqual(shows(name, LIMIT - 1));
  });

  // fault C24
  // fault A10
  test('fifty keys of one account share its limit', async () => {
    const client = await world.client();
    const deps = { db: world.db, masterKey: randomBytes(32) };
    const keys = await Promise.all(Array.from({ length: 50 }, (_, n) => createKey(deps, client.accountId, `key ${n}`)));
    const answers = await Promise.all(keys.map(({ key }) => world.get('/v1/wallet/balance', { ...client, key })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50 - LIMIT);
  });

  // fault C24
  test('a purchase beyond the limit debits and writes nothing, and its reference stays free', async () => {
    const client = await world.client();
    await exhaust(client, 'purchases');
    const before = await getWalletBalance(world.db, client.accountId);
    const order = airtime();
    expect((await world.post('/v1/airtime/purchase', client, order)).status).toBe(429);
    expect(await world.db.purchase.count({ where: { accountId: client.accountId } })).toBe(LIMIT);
    expect(await getWalletBalance(world.db, client.accountId)).toBe(before);
    expect((await world.post('/v1/airtime/purchase', await world.client(), order)).status).toBe(200);
  });

  test('the API answers a client over its limit before it reads the body', async () => {
    const client = await world.client();
    await exhaust(client, 'purchases');
    const answer = await documented(request(world.app).post('/v1/airtime/purchase'))
      .set({ Authorization: `Bearer ${client.key}`, 'Content-Type': 'application/json' })
      .send(`{"x":"${'y'.repeat(20_000)}`);
    expect([answer.status, answer.body]).toEqual([429, tooManyPurchases]);
  });

  test('errors count too, and say how much is left', async () => {
    const client = await world.client();
    const bearer = { Authorization: `Bearer ${client.key}` };
    const bad = [
      request(world.app).post('/v1/airtime/purchase').set(bearer).send({}),
      request(world.app).delete('/v1/airtime/purchase').set(bearer),
      request(world.app)
        .post('/v1/airtime/purchase')
        .set({ ...bearer, 'Content-Type': 'application/json' })
        .send(`{"x":"${'y'.repeat(20_000)}"}`),
    ];
    const answers: request.Response[] = [];
    for (const each of bad) answers.push(await documented(each));
    expect(answers.map(({ status }) => status)).toEqual([400, 405, 413]);
    expect(answers.map(limitIn)).toEqual([2, 1, 0].map((left) => shows('purchases', left)));
  });
});

describe('an operator cannot give one account more, or less', () => {
  test('a changed limit applies within a second, to that account and that kind of request only', async () => {
    const [client, other] = [await world.client(), await world.client()];
    await exhaust(client, 'lookups');
    await exhaust(other, 'lookups');
    const set = async (lookups: number | null) => {
      await setAccountLimits(world.db, client.accountId, { ...NO_OWN_LIMITS, lookups });
      const startedAt = performance.now();
      const { policy } = shows('lookups', 0, lookups ?? LIMIT);
      const answer = await eventually(
        () => oneOf('lookups')(client),
        (found) => limitIn(found).policy === policy,
      );
      expect(performance.now() - startedAt).toBeLessThan(5_000); // a second, on a busy machine
      return answer;
    };
    expect((await set(10_000)).status).toBe(200);
    expect(limitIn(await oneOf('other')(client))).toEqual(shows('other', LIMIT - 1));
    expect((await oneOf('lookups')(other)).status).toBe(429);
    expect((await set(1)).status).toBe(429);
    expect((await set(null)).status).toBe(429);
  });
});

describe('a client whose rate is limited still fills the database', () => {
  test('a test account has at most 300 requests of a kind in a minute, whatever the live account has', async () => {
    const client = await world.testClient(await world.client());
    await world.db.account.update({ where: { id: client.accountId }, data: { limitOther: 1_000 } });
    const answer = await world.get('/v1/wallet/balance', client);
    expect(answer.headers['ratelimit-policy']).toBe('"other";q=300;w=60');
  });

  test('a webhook URL is changed 30 times in a minute, so the audit log has no more entries', async () => {
    const client = await world.client();
    await world.db.account.update({ where: { id: client.accountId }, data: { limitOther: 100_000 } });
    const set = (n: number) => world.post('/v1/webhook/set', client, { webhook_url: `https://example.com/${n}` });
    const answers = [];
    for (let n = 0; n < 32; n += 1) answers.push(await set(n));
    expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429, 429]);
    expect(answers[30]?.headers['ratelimit-policy']).toBe('"webhook-changes";q=30;w=60');
    expect(await world.db.auditLog.count({ where: { accountId: client.accountId } })).toBe(30);
  });
});

describe('a receiver that answers every event with a status query never stops', () => {
  const status = (client: Client, request_ref: unknown) =>
    world.post('/v1/transaction/status', client, { request_ref });

  test('the API answers a reference so often in a minute, and writes no event beyond that', async () => {
    const client = await world.client();
    await setAccountLimits(world.db, client.accountId, { ...NO_OWN_LIMITS, status: 2 * PER_REFERENCE });
    await world.post('/v1/webhook/set', client, { webhook_url: 'https://example.com/hook' });
    const order = airtime();
    await world.post('/v1/airtime/purchase', client, order);
    const answers = await Promise.all(Array.from({ length: PER_REFERENCE }, () => status(client, order.request_ref)));
    expect(answers.filter(({ status: code }) => code !== 200)).toEqual([]);
    const answer = await status(client, order.request_ref);
    expect([answer.status, answer.body]).toEqual([429, tooMany]);
    expect(limitIn(answer)).toEqual(shows('status-per-reference', 0, PER_REFERENCE));
    expect(answer.headers['retry-after']).toBe(String(limitIn(answer).seconds));
    const events = await world.db.webhookEvent.count({
      where: { accountId: client.accountId, event: 'transaction.requery' },
    });
    expect(events).toBe(PER_REFERENCE);
  });

  test('the API still answers another reference, and the same reference of another account', async () => {
    const [client, other] = [await world.client(), await world.client()];
    await setAccountLimits(world.db, client.accountId, { ...NO_OWN_LIMITS, status: 2 * PER_REFERENCE });
    await Promise.all(Array.from({ length: PER_REFERENCE }, () => status(client, 'mine')));
    expect((await status(client, 'mine')).status).toBe(429);
    expect((await status(client, 'another')).status).toBe(404);
    expect((await status(other, 'mine')).status).toBe(404);
  });
});
