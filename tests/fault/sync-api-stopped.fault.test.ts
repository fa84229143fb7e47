import { type ApiProcess, eventually, startWorld, type World } from '@topup/testkit';
import { cable, type Product, prepaid } from '../journey/support/products';
import { first, newBuyer } from './buyer';
import { type ExpectedEnd, expectEnd, verifyAndStop } from './expect-end';
import { buyAndHold } from './hold-at-every-step';
import { requeries } from './processes';

const settings = { SYNC_WAIT_MS: '8000', PROVIDER_TIMEOUT_MS: '8000', LEASE_MS: '11000' };
const sold: ExpectedEnd = { status: 'success', cause: 'provider_delivered', vends: 1, events: [] };

describe('an api is told to stop while it sends', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, settings });
  });
  afterAll(() => verifyAndStop(world));

  test.each<[string, Product]>([
    ['cable TV', cable],
    ['prepaid electricity', prepaid],
  ])(
    '%s: every deployment would leave purchases undecided and clients without an answer: it waits, settles and answers first',
    async (_, product) => {
      const api = await world.addApi();
      const buyer = await newBuyer(world, { product });
      const { answer } = await buyAndHold(
        api,
        buyer,
        () => world.link('api-provider').holdReplyAfter('POST /api/pay').answered,
      );

      const exit = await toldToStop(api);
      world.link('api-provider').release();

      expect(await answer).toMatchObject({ status: 200, body: { status: 'successful', reference: buyer.ref } });
      await expectSettledBy(api, exit, buyer);
    },
  );

  test('a send whose client has been told 202 has nobody left who waits for it: it is finished and settled all the same', async () => {
    const api = await world.addApi({ SYNC_WAIT_MS: '200' });
    const buyer = await newBuyer(world, { product: prepaid });
    const { answer } = await buyAndHold(
      api,
      buyer,
      () => world.link('api-provider').holdReplyAfter('POST /api/pay').answered,
    );
    expect(await answer).toMatchObject({ status: 202 });

    const exit = await toldToStop(api);
    await eventually(
      () => fetch(`${api.url}/openapi.json`).catch(({ cause }) => cause.code),
      (refusal) => refusal === 'ECONNREFUSED',
    );
    world.link('api-provider').release();

    await expectSettledBy(api, exit, buyer);
  });

  /** @returns the exit code it will end with; it has begun to stop, and has not ended */
  async function toldToStop(api: ApiProcess): Promise<{ code: Promise<number | null> }> {
    const code = api.stop();
    await eventually(
      () => api.logs('stopping').length,
      (count) => count === 1,
    );
    expect(api.logs('stopped')).toEqual([]);
    return { code };
  }

  async function expectSettledBy(
    api: ApiProcess,
    exit: { code: Promise<number | null> },
    buyer: Parameters<typeof expectEnd>[1],
  ) {
    expect(await exit.code).toBe(0);
    const row = await world.purchase(buyer.ref);
    expect(row).toMatchObject({ status: 'success', sends: 1 });
    expect(api.logs('sent')).toEqual([expect.objectContaining({ requestRef: buyer.ref, outcome: 'delivered' })]);
    const { id } = await expectEnd(world, buyer, sold);
    expect(requeries(first(world.workers), id)).toEqual([]);
  }
});
