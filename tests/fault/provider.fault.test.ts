import { eventually, startWorld, type World } from '@topup/testkit';
import { type Buyer, first, newBuyer } from './buyer';
import { expectEnd, verifyAndStop } from './expect-end';
import { requeries } from './processes';

describe('the provider is away, silent, or lost under way', () => {
  let world: World;
  beforeAll(async () => {
    // the client is told 202 before a requery can have found out
    world = await startWorld({
      throughProxies: true,
      settings: { PURCHASE_WAIT_MS: '1000', REQUERY_SCHEDULE: '2500ms,3s,4s,6s,8s' },
    });
  });
  afterEach(() => provider().setMode('pass'));
  afterAll(() => verifyAndStop(world));

  const provider = () => world.link('worker-provider');

  test('a client would wait for an order that nobody could send: refused connections prove that it did not leave, and it is refunded at once', async () => {
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

  test('an order that is stuck in a silent network would be refunded and then delivered: it stays open, and is found when it has arrived', async () => {
    const buyer = await newBuyer(world);
    await provider().setMode('blackhole');
    expect(await buyer.buy()).toMatchObject({ status: 202, body: { status: 'pending' } });
    await expectUnanswered(buyer, 'the deadline passed');
    expect((await world.ledger()).posts).not.toContainEqual(await postOf(buyer));

    await provider().setMode('pass');

    await expectFound(buyer);
  });

  test('an order that was lost in a silent network would stay open for ever: the provider denies it often enough, and it is refunded', async () => {
    const buyer = await newBuyer(world);
    await provider().setMode('blackhole');
    expect(await buyer.buy()).toMatchObject({ status: 202 });
    await expectUnanswered(buyer, 'the deadline passed');

    provider().cut();
    await provider().setMode('pass');

    await expectDenied(buyer);
  });

  test('an order would be sent again when its answer breaks off: it was delivered, and a requery says so', async () => {
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

  test('an order would be sent again when its connection breaks before it arrives: for the sender that looks the same, so it asks', async () => {
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

  /** The order was sent once, and its sender never learnt whether it arrived. */
  async function expectUnanswered(buyer: Buyer, reason: string): Promise<void> {
    const sends = await eventually(
      () => sendsOf(buyer),
      ({ length }) => length > 0,
    );
    expect(sends).toEqual([expect.objectContaining({ outcome: 'unknown', reason })]);
    expect((await world.purchase(buyer.ref))?.final_at).toBeNull();
  }

  async function expectFound(buyer: Buyer): Promise<void> {
    const { id } = await expectEnd(world, buyer, {
      status: 'success',
      cause: 'provider_delivered',
      vends: 1,
      events: ['pending', 'success'],
    });
    expect(requeries(worker(), id)).toContain('delivered');
  }

  async function expectDenied(buyer: Buyer): Promise<void> {
    const { id } = await expectEnd(world, buyer, {
      status: 'failed',
      cause: 'provider_never_had_it',
      vends: 0,
      events: ['pending', 'failed'],
    });
    expect(requeries(worker(), id).filter((outcome) => outcome === 'missing').length).toBeGreaterThanOrEqual(3);
  }
});
