import { errorCatalog } from '@topup/core/errors';
import { eventually, withClient } from '@topup/testkit';
import type { Response } from 'supertest';
import { type ApiWorld, airtime, apiWorld, type Client } from './testing/api-world';

let world: ApiWorld;
let client: Client;
const name = () => new URL(world.url).pathname.slice(1);

beforeAll(async () => {
  world = await apiWorld();
  client = await world.client();
  await world.post('/v1/webhook/set', client, { webhook_url: 'https://client.example/hook' }).expect(200);
  await buy('before').expect(200);
});
afterAll(() => world.close());

const buy = (request_ref: string) => world.post('/v1/airtime/purchase', client, airtime({ request_ref }));
const status = (request_ref: string) => world.post('/v1/transaction/status', client, { request_ref });
const lists = () =>
  ['/v1/transactions', '/v1/wallet/entries', '/v1/requests', '/v1/data/plans'].map((path) => world.get(path, client));

const messageOf = ({ body }: Response): string => body.message;

/** Sets the database, and ends the connections that were opened before. */
const set = (...settings: string[]) =>
  withClient(world.url, async (other) => {
    for (const setting of settings) await other.query(`ALTER DATABASE ${name()} SET ${setting}`);
    await other.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  });
/** Keeps the connections that were opened meanwhile. */
const reset = () =>
  withClient(world.url, async (other) => {
    await other.query('SET default_transaction_read_only TO off');
    await other.query(`ALTER DATABASE ${name()} RESET ALL`);
  });

describe('a role or database sets how dates are written, or where tables are looked for', () => {
  afterAll(reset);

  test('purchases, their status and the lists answer as usual (specification 4.10)', async () => {
    await set("DateStyle TO 'SQL, DMY'", "search_path TO 'nowhere'", "bytea_output TO 'escape'");
    await buy('with other settings').expect(200);
    await status('with other settings').expect(200);
    for (const list of lists()) await list.expect(200);
  });
});

describe('a read-only database is taken for a fault of our own', () => {
  const UNAVAILABLE = { 'x-error-code': 'unavailable', 'retry-after': '1' };
  afterAll(reset);

  test('what needs it is unavailable, and works when it takes changes again, without a restart', async () => {
    await set('default_transaction_read_only TO on');
    const isUnavailable = ({ headers }: Response) => headers['x-error-code'] === 'unavailable';
    // the first may find that its connection has ended
    const bought = await eventually(() => buy('read only').expect(500), isUnavailable);
    const asked = await eventually(() => status('before').expect(500), isUnavailable);
    expect(bought.headers).toMatchObject(UNAVAILABLE);
    expect(asked.headers).toMatchObject(UNAVAILABLE);
    expect(messageOf(bought)).toBe(`${errorCatalog.unavailable.text} ${errorCatalog.unavailable.ofPurchase}`);
    // its purchase was debited
    expect(messageOf(asked)).toBe(errorCatalog.unavailable.text);
    for (const list of lists()) await list.expect(200);

    await reset();
    // a connection that only read meanwhile is found to be read-only by its first write, and is replaced
    const isAnswered = ({ status }: Response) => status === 200;
    await eventually(() => buy('read only'), isAnswered);
    await eventually(() => status('before'), isAnswered);
  });
});

describe('an error of what is no purchase speaks of a debit', () => {
  test.each(['/v1/data/plans', '/v1/wallet/balance'])('a 500 of %s does not', async (path) => {
    await world.db.$executeRaw`ALTER TABLE account RENAME TO elsewhere`;
    try {
      expect(messageOf(await world.get(path, client).expect(500))).toBe(errorCatalog.internal.text);
      expect(messageOf(await buy('lost table').expect(500))).toContain('Nothing was debited for this request');
    } finally {
      await world.db.$executeRaw`ALTER TABLE elsewhere RENAME TO account`;
    }
  });
});
