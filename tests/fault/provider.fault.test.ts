import { eventually, startWorld, type World } from '@topup/testkit';
import { type Buyer, first, newBuyer } from './buyer';
import { denied, expectEnd, sold, verifyAndStop } from './expect-end';
import { requeries } from './processes';

describe('an order that was lost on its way is refunded or sent by a guess', () => {
  let world: World;
  beforeAll(async () => {
    // the window ends before the first requery
    world = await startWorld({
      throughProxies: true,
      settings: { PURCHASE_WAIT_MS: '1000', REQUERY_SCHEDULE: '2500ms,3s,4s,6s,8s,20s' },
    });
  });
  afterEach(() => provider().setMode('pass'));
  afterAll(() => verifyAndStop(world));

  const provider = () => world.link('worker-provider');

  // fault V1: on the send
  test('refused connections prove that nothing was sent: refunded at once', async () => {
    const buyer = await newBuyer(world);
    const patient = await world.addApi({ PURCHASE_WAIT_MS: '10000' }); // three tries take about a second
    await provider().setMode('refuse');
    provider().cut(); // a connection that is still open would serve

    expect(await buyer.buy(patient)).toMatchObject({
      status: 424,
      body: { status: 'failed', status_code: 424, reference: buyer.ref },
    });

    expect(sendsOf(buyer)).toEqual([expect.objectContaining({ outcome: 'unsent', reason: 'ECONNREFUSED' })]);
    await expectEnd(world, buyer, { status: 'failed', cause: 'provider_unreachable', vends: 0, events: ['failed'] });
  });

  // fault V4: on the send
  // fault V15: on the send
  // fault V20: on the send
  test('an order stuck in a silent network stays open, and is found when it has arrived', async () => {
    const buyer = await newBuyer(world);
    await provider().setMode('blackhole');
    expect(await buyer.buy()).toMatchObject({ status: 202, body: { status: 'pending' } });
    await expectUnanswered(buyer, 'the deadline passed');
    expect((await world.ledger()).posts).not.toContainEqual(await postOf(buyer));

    await provider().setMode('pass');

    await expectFound(buyer);
  });

  // fault V4: on the send
  test('an order lost in a silent network is refunded after enough denials', async () => {
    const buyer = await newBuyer(world);
    await provider().setMode('blackhole');
    expect(await buyer.buy()).toMatchObject({ status: 202 });
    await expectUnanswered(buyer, 'the deadline passed');

    provider().cut();
    await provider().setMode('pass');

    await expectDenied(buyer);
  });

  // fault V6: on the send
  test('an order whose answer breaks off is not sent again: a requery finds it delivered', async () => {
    const buyer = await newBuyer(world);
    const hold = provider().holdReplyAfter('POST /api/pay');
    const bought = buyer.buy();
    await hold.answered;
    expect((await world.ledger()).posts).toContainEqual(await postOf(buyer));
    provider().cut();

    expect(await bought).toMatchObject({ status: 202 });
    await expectUnanswered(buyer, 'ECONNRESET');
    await expectFound(buyer);
  });

  // fault V5: on the send
  test('an order whose connection breaks before it arrives is not sent again: it is requeried', async () => {
    const buyer = await newBuyer(world);
    const hold = provider().holdRequestsWith('POST /api/pay');
    const bought = buyer.buy();
    await hold.fired;
    provider().cut();

    expect(await bought).toMatchObject({ status: 202 });
    await expectUnanswered(buyer, 'ECONNRESET');
    await expectDenied(buyer);
  });

  const worker = () => first(world.workers);
  const sendsOf = ({ ref }: Buyer) =>
    worker()
      .logs('sent')
      .filter(({ requestRef }) => requestRef === ref);
  const postOf = async ({ ref }: Buyer) =>
    expect.objectContaining({ request_id: (await world.purchase(ref))?.provider_ref });

  /** The order was sent once, and the worker does not know whether it arrived. */
  async function expectUnanswered(buyer: Buyer, reason: string): Promise<void> {
    const sends = await eventually(
      () => sendsOf(buyer),
      ({ length }) => length > 0,
    );
    expect(sends).toEqual([expect.objectContaining({ outcome: 'unknown', reason })]);
    expect((await world.purchase(buyer.ref))?.final_at).toBeNull();
  }

  async function expectFound(buyer: Buyer): Promise<void> {
    const { id } = await expectEnd(world, buyer, sold('pending', 'success'));
    expect(requeries(worker(), id)).toContain('delivered');
  }

  async function expectDenied(buyer: Buyer): Promise<void> {
    const { id } = await expectEnd(world, buyer, denied('pending', 'failed'));
    expect(requeries(worker(), id).filter((outcome) => outcome === 'missing').length).toBeGreaterThanOrEqual(3);
  }
});
