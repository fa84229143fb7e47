import { eventually, startWorld, type World } from '@topup/testkit';
import { cable, type Product, prepaid } from '../journey/support/products';
import { type Buyer, first, newBuyer } from './buyer';
import { denied, expectEnd, sold, verifyAndStop } from './expect-end';
import { requeries } from './processes';

// The window (2.5 s) is longer than three tries to connect (about 1 s), and half of the provider's time.
const settings = { SYNC_WAIT_MS: '2500', PROVIDER_TIMEOUT_MS: '5000' };

describe('a synchronous order that was lost on its way is refunded or sent by a guess', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, settings });
    // the package list is known from before
    await world.client.call('POST', '/v1/cabletv/variations', { product_type: 'dstv' });
  });
  afterEach(() => provider().setMode('pass'));
  afterAll(() => verifyAndStop(world));

  const provider = () => world.link('api-provider');

  describe.each<[string, Product]>([
    ['cable TV', cable],
    ['prepaid electricity', prepaid],
  ])('%s', (_, product) => {
    // fault V1: on the send
    test('refused connections prove that nothing was sent: 500, refunded', async () => {
      const buyer = await newBuyer(world, { product });
      await provider().setMode('refuse');
      provider().cut(); // a connection that is still open would serve

      expect(await buyer.buy()).toMatchObject({
        status: 500,
        body: { status: 'error', message: expect.stringContaining('your wallet has been refunded') },
      });

      await expectEnd(world, buyer, { status: 'failed', cause: 'provider_unreachable', vends: 0, events: [] });
      expect(sendsOf(buyer)).toEqual([expect.objectContaining({ outcome: 'unsent', reason: 'ECONNREFUSED' })]);
    });

    test('an order whose answer breaks off is not sent again: a requery finds it delivered', async () => {
      const buyer = await newBuyer(world, { product });
      const hold = provider().holdReplyAfter('POST /api/pay');
      const bought = buyer.buy();
      await hold.answered;
      provider().cut();

      expect(await bought).toMatchObject({ status: 202, body: { status: 'pending' } });
      await expectUnanswered(buyer);
      const { id } = await expectEnd(world, buyer, sold());
      expect(requeriesOf(id)).toContain('delivered');
    });

    test('an order that breaks off before it arrives is refunded after three denials', async () => {
      const buyer = await newBuyer(world, { product });
      const hold = provider().holdRequestsWith('POST /api/pay');
      const bought = buyer.buy();
      await hold.fired;
      provider().cut();

      expect(await bought).toMatchObject({ status: 202 });
      await expectUnanswered(buyer);
      const { id } = await expectEnd(world, buyer, denied());
      expect(requeriesOf(id).filter((outcome) => outcome === 'missing').length).toBeGreaterThanOrEqual(3);
    });

    // fault V4: on the send
    test('a silent provider: 202 at the end of the window, and the late answer counts', async () => {
      const buyer = await newBuyer(world, { product });
      const hold = provider().holdReplyAfter('POST /api/pay');
      const bought = buyer.buy();
      await hold.answered;
      // while it is held
      expect(await bought).toMatchObject({ status: 202, body: { status: 'pending', reference: buyer.ref } });
      expect(await world.purchase(buyer.ref)).toMatchObject({
        status: 'pending',
        cause: 'client_told_pending',
        final_at: null,
      });
      expect(await buyer.client().status(buyer.ref)).toMatchObject({ status: 202 });

      provider().release();

      const { id } = await expectEnd(world, buyer, sold());
      expect(sendsOf(buyer)).toEqual([expect.objectContaining({ outcome: 'delivered' })]);
      expect(requeriesOf(id)).toEqual([]);
    });
  });

  const requeriesOf = (id: string) => requeries(first(world.workers), id);
  const sendsOf = ({ ref }: Buyer) =>
    first(world.apis)
      .logs('sent')
      .filter(({ requestRef }) => requestRef === ref);

  /** The order was sent once, and the api does not know whether it arrived. */
  async function expectUnanswered(buyer: Buyer): Promise<void> {
    const sends = await eventually(
      () => sendsOf(buyer),
      ({ length }) => length > 0,
    );
    expect(sends).toEqual([expect.objectContaining({ outcome: 'unknown', reason: 'ECONNRESET' })]);
  }
});
