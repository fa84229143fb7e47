import { systemClock } from '@topup/core/shared';
import request from 'supertest';
import { type ApiWorld, apiWorld, type Client } from '../../testing/api-world';

// Specification 4.13 and 4.18. packages/core/src/routing/service-state.int.test.ts shows how workers judge the states.

let aheadMs = 0;
const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + aheadMs };

let world: ApiWorld;
let client: Client;
beforeAll(async () => {
  world = await apiWorld({ clock, statusPage: 'on' });
  client = await world.client();
});
afterAll(() => world.close());

const SINCE = '2026-11-21T12:05:11.516Z';
const MESSAGE = 'Glo & <b>we</b> "work" on it.';

/** Notes this, in place of all before. `until`: the end of the message. */
async function note(productType: string, service: string, state: string, message?: string, until = '1 hour') {
  await world.db.$executeRaw`
    INSERT INTO service_state (product_type, service, state, since, message, message_until)
    VALUES (${productType}, ${service}, ${state}, ${SINCE}::timestamptz, ${message},
      CASE WHEN ${message}::text IS NOT NULL THEN clock_timestamp() + ${until}::interval END)`;
  aheadMs += 1_000;
}
beforeEach(async () => {
  await world.db.$executeRaw`DELETE FROM service_state`;
  aheadMs += 1_000;
});

const noted = async () => {
  await note('ELECTRICITY', 'ikeja-electric', 'available', 'Over.', '-1 hour');
  await note('DATA', 'MTN', 'unavailable');
  await note('AIRTIME', 'glo', 'degraded', MESSAGE);
  await note('AIRTIME', 'mtn', 'available');
};
const BODY = {
  status: 'success',
  message: 'Services on sale.',
  data: [
    { product_type: 'AIRTIME', service: 'mtn', state: 'available', since: SINCE, message: null },
    { product_type: 'AIRTIME', service: 'glo', state: 'degraded', since: SINCE, message: MESSAGE },
    { product_type: 'DATA', service: 'MTN', state: 'unavailable', since: SINCE, message: null },
    { product_type: 'ELECTRICITY', service: 'ikeja-electric', state: 'available', since: SINCE, message: null },
  ],
};

describe('a client sells what cannot be bought, or does not learn why', () => {
  test('each noted service is listed in the order of the products, in both modes', async () => {
    await noted();
    for (const by of [client, await world.testClient(client)]) {
      const { status, body, headers } = await world.get('/v1/services', by);
      expect([status, body]).toEqual([200, BODY]);
      expect(headers['ratelimit-policy']).toMatch(/^"other";/);
    }
  });

  test('what is not on sale any more, and what no worker has noted, is left out', async () => {
    await note('AIRTIME', 'ntel', 'available');
    expect((await world.get('/v1/services', client)).body).toEqual({ ...BODY, data: [] });
  });

  test('an unknown parameter changes nothing', async () => {
    await noted();
    expect((await world.get('/v1/services?state=unavailable', client)).body).toEqual(BODY);
  });

  test('without a valid key there is no answer', async () => {
    expect((await world.get('/v1/services', { ...client, key: 'tup_live_x' })).status).toBe(401);
  });
});

describe('everybody who loads the page costs the database a query', () => {
  test('within a second a process answers with what it has read', async () => {
    await note('AIRTIME', 'mtn', 'available');
    const stateNow = async () => (await world.get('/v1/services', client)).body.data[0].state;
    expect(await stateNow()).toBe('available');
    const before = aheadMs;
    await world.db.$executeRaw`UPDATE service_state SET state = 'unavailable'`;
    aheadMs = before - 60_000; // the clock of the process has hardly moved
    expect(await stateNow()).toBe('available');
    aheadMs = before + 1_000;
    expect(await stateNow()).toBe('unavailable');
  });
});

const open = (path: string) => request(world.app).get(path);

describe('somebody who has no key cannot see what is on sale', () => {
  test('/status.json is the same answer', async () => {
    await noted();
    const { status, body } = await open('/status.json');
    expect([status, body]).toEqual([200, BODY]);
  });

  test('/status says it in words, and once only what the operators said', async () => {
    await noted();
    const { status, type, text } = await open('/status');
    expect([status, type]).toEqual([200, 'text/html']);
    expect(text).toContain('Not everything is available.');
    const rows = [...text.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) => row.replace(/<[^>]+>/g, ' '));
    expect(rows.map((row) => row.trim().split(/ +/).slice(0, 4).join(' '))).toEqual([
      ...['MTN Available since 2026-11-21', 'Glo Degraded since 2026-11-21', 'MTN Unavailable since 2026-11-21'],
      'Ikeja Electric Available since',
    ]);
  });

  test.each(['/status', '/status.json'])('%s has the headers of the pages, and is kept for seconds', async (path) => {
    const { headers } = await open(path);
    const docs = await open('/docs/');
    for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy'])
      expect(headers[name]).toBe(docs.headers[name]);
    expect(headers['cache-control']).toBe('public, max-age=2');
  });

  test.each(['/status', '/status.json'])('%s is there for HEAD, and for no other method', async (path) => {
    expect((await request(world.app).head(path)).status).toBe(200);
    const { status, headers } = await request(world.app).post(path);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test('a slash too many leads to the address that the references are relative to', async () => {
    const { status, headers } = await open('/status/?x');
    expect([status, headers.location]).toEqual([301, '../status']);
  });

  test('every file that the page names is there', async () => {
    const { text } = await open('/status');
    const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, reference]) => String(reference));
    expect(named.length).toBeGreaterThan(3);
    for (const reference of named) expect([reference, (await open(`/${reference}`)).status]).toEqual([reference, 200]);
  });
});

test('a service whose operators did not ask for the page shows nothing to the public', async () => {
  const quiet = await apiWorld();
  try {
    for (const path of ['/status', '/status.json']) {
      const { status, headers } = await request(quiet.app).get(path);
      expect([path, status, headers['x-error-code']]).toEqual([path, 404, 'unknown_path']);
    }
    expect((await quiet.get('/v1/services', await quiet.client())).status).toBe(200);
  } finally {
    await quiet.close();
  }
});
