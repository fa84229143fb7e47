import { type ApiProcess, eventually, startWorld, type World } from '@topup/testkit';
import { cable, type Product, prepaid } from '../journey/support/products';
import { first, newBuyer } from './buyer';
import { expectEnd, sold, verifyAndStop } from './expect-end';
import { buyAndHold } from './hold-at-every-step';
import { requeries } from './processes';

const settings = { SYNC_WAIT_MS: '8000', PROVIDER_TIMEOUT_MS: '8000' };

describe('a deployment leaves purchases undecided and clients unanswered', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, settings });
  });
  afterAll(() => verifyAndStop(world));

  // fault P6: send, settle, answer
  test.each<[string, Product]>([
    ['cable TV', cable],
    ['prepaid electricity', prepaid],
  ])('%s: a stopping api waits, settles and answers first', async (_, product) => {
    const api = await world.addApi();
    const buyer = await newBuyer(world, { product });
    const { answer } = await buyAndHold(
      api,
      buyer,
      () => world.link('api-provider').holdReplyAfter('POST /api/pay').answered,
    );

    const exit = await beginStop(api);
    world.link('api-provider').release();

    expect(await answer).toMatchObject({ status: 200, body: { status: 'successful', reference: buyer.ref } });
    await expectSettledBy(api, exit, buyer);
  });

  test('a send whose client got 202 is finished and settled too', async () => {
    const api = await world.addApi({ SYNC_WAIT_MS: '3000' });
    const buyer = await newBuyer(world, { product: prepaid });
    const { answer } = await buyAndHold(
      api,
      buyer,
      () => world.link('api-provider').holdReplyAfter('POST /api/pay').answered,
    );
    expect(await answer).toMatchObject({ status: 202 });

    const exit = await beginStop(api);
    await eventually(
      () => fetch(`${api.url}/openapi.json`).catch(({ cause }) => cause.code),
      (refusal) => refusal === 'ECONNREFUSED',
    );
    world.link('api-provider').release();

    await expectSettledBy(api, exit, buyer);
  });

  /** Waits until the api has begun to stop. @returns its future exit code */
  async function beginStop(api: ApiProcess): Promise<{ code: Promise<number | null> }> {
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
    const { id } = await expectEnd(world, buyer, sold());
    expect(requeries(first(world.workers), id)).toEqual([]);
  }
});
