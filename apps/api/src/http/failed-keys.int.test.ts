import { revokeKey } from '@topup/core/api-key';
import { documented } from '@topup/testkit';
import request from 'supertest';
import { type ApiWorld, apiWorld } from '../testing/api-world';

// The requests of supertest come from 127.0.0.1. `behind` takes that address for our proxy, `direct` does not.

const LIMIT = 3;
const tooMany = {
  status: 'error',
  message:
    'Too many requests from this address had no valid API key. Check the key, and try again after the seconds in Retry-After.',
};

let behind: ApiWorld;
let direct: ApiWorld;
beforeAll(async () => {
  behind = await apiWorld({ failedKeysPerAddress: LIMIT, trustedProxies: ['loopback'] });
  direct = await apiWorld({ failedKeysPerAddress: LIMIT });
});
afterAll(() => Promise.all([behind.close(), direct.close()]));

const ask = (world: ApiWorld, key: string | undefined, from: string) => {
  const asking = documented(request(world.app).get('/v1/wallet/balance')).set('X-Forwarded-For', from);
  return key === undefined ? asking : asking.set('Authorization', `Bearer ${key}`);
};

/** Sends a wrong key from each of these addresses in turn, and returns the statuses. */
async function guesses(world: ApiWorld, addresses: string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const address of addresses) statuses.push((await ask(world, 'tup_live_wrong', address)).status);
  return statuses;
}
const times = (count: number, address: string) => Array<string>(count).fill(address);

describe('somebody can guess keys without end', () => {
  // fault C19
  test('an address with too many wrong keys gets 429, and when it may try again', async () => {
    expect(await guesses(behind, times(LIMIT, '192.0.2.1'))).toEqual([401, 401, 401]);
    const { status, body, headers } = await ask(behind, 'tup_live_wrong', '192.0.2.1');
    expect([status, body]).toEqual([429, tooMany]);
    expect(headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(headers['ratelimit-policy']).toBe('"failed-keys";q=3;w=60');
    expect(headers.ratelimit).toBe(`"failed-keys";r=0;t=${headers['retry-after']}`);
    expect(await guesses(behind, ['192.0.2.2'])).toEqual([401]);
  });

  test('a missing key, a revoked key and a key of nobody count together', async () => {
    const client = await behind.client();
    await revokeKey(behind.db, client.keyId);
    const answers = [];
    for (const key of [undefined, client.key, 'tup_live_wrong', undefined, client.key])
      answers.push((await ask(behind, key, '192.0.2.3')).status);
    expect(answers).toEqual([401, 401, 401, 429, 429]);
  });

  test('the addresses of one IPv6 network count together, those of another do not', async () => {
    const network = [1, 2, 3, 4].map((n) => `2001:db8:1:2:${n}::${n}`);
    expect(await guesses(behind, network)).toEqual([401, 401, 401, 429]);
    expect(await guesses(behind, ['2001:db8:1:3::1'])).toEqual([401]);
  });

  test('an IPv4 address that is written as IPv6 is the same address', async () => {
    const both = ['192.0.2.4', '::ffff:192.0.2.4', '::ffff:c000:204', '192.0.2.4'];
    expect(await guesses(behind, both)).toEqual([401, 401, 401, 429]);
    expect(await guesses(behind, ['::ffff:192.0.2.5'])).toEqual([401]);
  });
});

describe('a neighbour behind the same address is stopped', () => {
  // fault C20
  test('a valid key is served from an address over its limit, and no request with it is counted', async () => {
    const client = await behind.client();
    await guesses(behind, times(LIMIT + 1, '192.0.2.6'));
    expect((await ask(behind, client.key, '192.0.2.6')).status).toBe(200);

    for (let i = 0; i <= LIMIT; i += 1) expect((await ask(behind, client.key, '192.0.2.7')).status).toBe(200);
    expect(await guesses(behind, ['192.0.2.7'])).toEqual([401]);
  });
});

describe('a client that says it is somebody else is believed', () => {
  // fault C21
  test('X-Forwarded-For counts for nothing unless it comes from one of our proxies', async () => {
    const rotating = [1, 2, 3, 4].map((n) => `198.51.100.${n}`);
    expect(await guesses(direct, rotating)).toEqual([401, 401, 401, 429]);
    expect(await guesses(behind, rotating)).toEqual([401, 401, 401, 401]);
  });

  test('a proxy that writes ports: the address counts, and what is no address counts as one', async () => {
    expect(
      await guesses(
        behind,
        [1, 2, 3, 4].map((n) => `198.51.100.77:5100${n}`),
      ),
    ).toEqual([401, 401, 401, 429]);
    expect(
      await guesses(
        behind,
        [1, 2, 3, 4].map((n) => `[2001:db8:9::${n}]:5100${n}`),
      ),
    ).toEqual([401, 401, 401, 429]);
    expect(
      await guesses(
        behind,
        [1, 2, 3, 4].map((n) => `somebody-${n}`),
      ),
    ).toEqual([401, 401, 401, 429]);
  });

  test('of several addresses the one that our proxy saw is counted', async () => {
    const rotating = [1, 2, 3, 4].map((n) => `10.0.0.${n}, 198.51.100.9`);
    expect(await guesses(behind, rotating)).toEqual([401, 401, 401, 429]);
  });
});
