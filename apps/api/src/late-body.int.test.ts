import { setAccountStatus } from '@topup/core/account';
import { revokeKey } from '@topup/core/api-key';
import { airtime, type Client } from './testing/api-world';
import { CHANGING_ALONE, ENDPOINTS } from './testing/endpoints';
import { expectUntouched } from './testing/expect-untouched';
import { type ListeningWorld, listeningWorld } from './testing/listening-world';

let world: ListeningWorld;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

const unauthorized = {
  message: 'The API key is missing, not valid or revoked, or has no Bearer before it.',
  error: 'unauthorized',
};

const ENDS: [string, (client: Client) => Promise<unknown>][] = [
  ['the key is revoked', ({ keyId }) => revokeKey(world.db, keyId)],
  ['the account is suspended', ({ accountId }) => setAccountStatus(world.db, accountId, 'suspended')],
];

const endedAt = (endpoints: typeof ENDPOINTS) =>
  endpoints.flatMap(({ path, body }) => ENDS.map(([what, end]) => ({ path, body, what, end })));

describe('a request that was begun with a live key is carried out after that key has ended', () => {
  // fault C22
  test.each(endedAt(ENDPOINTS.filter(({ method }) => method === 'POST')))(
    '$path: $what while its body is under way: 401, and nothing is done',
    async ({ path, body, end }) => {
      const client = await world.client();
      const answer = await world.postLate({ path, client, body: body() }, async () => {
        await end(client);
        world.confirmKeys();
      });
      expect(answer).toMatchObject({ status: 401, body: unauthorized });
      await expectUntouched(world.db, client);
    },
  );

  // Within the 900 ms for which a process remembers a live key, the statement that writes decides.
  test.each(endedAt(CHANGING_ALONE))(
    '$path: $what, and no process has noticed yet: 401, and nothing is done',
    async ({ path, body, end }) => {
      const client = await world.client();
      await world.get('/v1/wallet/balance', client).expect(200);
      await end(client);
      const answer = await world.post(path, client, body());
      expect([answer.status, answer.body]).toEqual([401, unauthorized]);
      await expectUntouched(world.db, client);
    },
  );

  test.each(ENDS)('%s: a status query that no process has noticed yet writes no event', async (_, end) => {
    const client = await world.client();
    await world.post('/v1/webhook/set', client, { webhook_url: 'https://client.example/hook' }).expect(200);
    const order = airtime();
    await world.post('/v1/airtime/purchase', client, order).expect(200);
    const events = () => world.db.webhookEvent.count({ where: { accountId: client.accountId } });
    const before = await events();
    await end(client);
    await world.post('/v1/transaction/status', client, { request_ref: order.request_ref });
    expect(await events()).toBe(before);
  });

  test('a late body with a key that stays live is carried out', async () => {
    const client = await world.client();
    const late = { path: '/v1/airtime/purchase', client, body: airtime() };
    const answer = await world.postLate(late, async () => world.confirmKeys());
    expect(answer.status).toBe(200);
  });
});
