import { eventually, startWorld, type World } from '@topup/testkit';
import { cable, prepaid, type Ware } from '../journey/support/wares';
import { type Customer, first, newCustomer } from './customer';
import { type End, endWorld, expectEnd } from './expect-end';
import { cases } from './form';
import { requeries } from './processes';

// A client waits for longer than three tries to connect take, which is about a second, and for half the time that its order has.
const settings = { SYNC_WAIT_MS: '2500', PROVIDER_TIMEOUT_MS: '5000', LEASE_MS: '6700' };

const sold: End = { status: 'success', cause: 'provider_delivered', vends: 1, events: [] };

describe('the provider is away, silent, or lost under way', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, settings });
    await world.client.call('POST', '/v1/cabletv/variations', { product_type: 'dstv' }); // the package list is known from before
  });
  afterEach(() => provider().setMode('pass'));
  afterAll(() => endWorld(world));

  const provider = () => world.link('api-provider');

  describe.each(cases<[string, Ware]>(['cable TV', cable], ['prepaid electricity', prepaid]))(
    'while an api sends %s',
    (_, ware) => {
      test('a client would lose what nobody could sell it: refused connections prove that nothing left, and it gets a 500 and its money back', async () => {
        const customer = await newCustomer(world, { ware });
        await provider().setMode('refuse');
        provider().cut(); // a connection that is still open would serve

        expect(await customer.buy()).toMatchObject({
          status: 500,
          body: { status: 'error', message: expect.stringContaining('your wallet has been refunded') },
        });

        await expectEnd(world, customer, { status: 'failed', cause: 'provider_unreachable', vends: 0, events: [] });
        expect(sendsOf(customer)).toEqual([expect.objectContaining({ outcome: 'unsent', reason: 'ECONNREFUSED' })]);
      });

      test('a purchase would be refunded, or sent again, when its answer breaks off: it was delivered, and a requery says so', async () => {
        const customer = await newCustomer(world, { ware });
        const hold = provider().holdReplyAfter('POST /api/pay');
        const bought = customer.buy();
        await hold.answered;
        provider().cut();

        expect(await bought).toMatchObject({ status: 202, body: { status: 'pending' } });
        await expectUnanswered(customer);
        const { id } = await expectEnd(world, customer, sold);
        expect(requeriesOf(id)).toContain('delivered');
      });

      test('an order that broke off before it arrived looks the same to its sender: it asks, and refunds after three denials', async () => {
        const customer = await newCustomer(world, { ware });
        const hold = provider().holdRequestsWith('POST /api/pay');
        const bought = customer.buy();
        await hold.fired;
        provider().cut();

        expect(await bought).toMatchObject({ status: 202 });
        await expectUnanswered(customer);
        const { id } = await expectEnd(world, customer, {
          status: 'failed',
          cause: 'provider_never_had_it',
          vends: 0,
          events: [],
        });
        expect(requeriesOf(id).filter((outcome) => outcome === 'missing').length).toBeGreaterThanOrEqual(3);
      });

      test('a silent provider would hold the client for ever, or the answer be thrown away: 202 comes first, and the late answer counts', async () => {
        const customer = await newCustomer(world, { ware });
        const hold = provider().holdReplyAfter('POST /api/pay');
        const bought = customer.buy();
        await hold.answered;
        expect(await bought).toMatchObject({ status: 202, body: { status: 'pending', reference: customer.ref } }); // while it is held
        expect(await world.purchase(customer.ref)).toMatchObject({
          status: 'pending',
          cause: 'client_told_pending',
          final_at: null,
        });
        expect(await customer.client().status(customer.ref)).toMatchObject({ status: 202 });

        provider().release();

        const { id } = await expectEnd(world, customer, sold);
        expect(sendsOf(customer)).toEqual([expect.objectContaining({ outcome: 'delivered' })]);
        expect(requeriesOf(id)).toEqual([]);
      });
    },
  );

  const requeriesOf = (id: string) => requeries(first(world.workers), id);
  const sendsOf = ({ ref }: Customer) =>
    first(world.apis)
      .logs('sent')
      .filter(({ requestRef }) => requestRef === ref);

  /** The order was sent once, and its sender never learnt whether it arrived. */
  async function expectUnanswered(customer: Customer): Promise<void> {
    const sends = await eventually(
      () => sendsOf(customer),
      ({ length }) => length > 0,
    );
    expect(sends).toEqual([expect.objectContaining({ outcome: 'unknown', reason: 'ECONNRESET' })]);
  }
});
