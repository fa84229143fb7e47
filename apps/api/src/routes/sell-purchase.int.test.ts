import { type ApiWorld, airtime, apiWorld, type Client } from '../testing/api-world';

let world: ApiWorld;
let client: Client;
beforeAll(async () => {
  world = await apiWorld();
  client = await world.client();
});
afterAll(() => world.close());

/** Buys, and reads why the order went where it went. */
async function decisionOn(ref: string): Promise<unknown> {
  await world.post('/v1/airtime/purchase', client, airtime({ request_ref: ref }));
  return (await world.db.purchase.findFirstOrThrow({ where: { requestRef: ref } })).decision;
}

describe('an operator does not see why an order went where it went', () => {
  test('where there was no choice nothing is stored; what stops the only provider is', async () => {
    expect(await decisionOn('free')).toBeNull();
    world.provider.stop = { breaker: 'provider', reason: 'operator' };
    expect(await decisionOn('stopped')).toEqual({
      version: null,
      chosen: 'vtpass',
      passed: [],
      despite: 'switched_off',
    });
  });
});
