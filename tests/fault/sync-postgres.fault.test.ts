import { eventually, startWorld, type World } from '@topup/testkit';
import { cable, prepaid, type Ware } from '../journey/support/wares';
import { first, newCustomer } from './customer';
import { type End, endWorld, expectEnd } from './expect-end';
import { cases } from './form';
import { requeries } from './processes';

// Clients wait, and leases last, for longer than an outage: whatever goes well again does so without a requery.
const settings = { SYNC_WAIT_MS: '12000', PROVIDER_TIMEOUT_MS: '8000', LEASE_MS: '11000' };
const sold: End = { status: 'success', cause: 'provider_delivered', vends: 1, events: [] };

describe('an api that sends by itself loses Postgres', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, settings });
  });
  afterEach(() => link().setMode('pass'));
  afterAll(() => endWorld(world));

  const link = () => world.link('api-database');

  describe.each(cases<[string, Ware]>(['cable TV', cable], ['prepaid electricity', prepaid]))(
    'under a purchase of %s',
    (_, ware) => {
      test.each([
        ['the answer to its debit', 'accept_purchases_', 'holdReplyAfter'],
        ['the answer to its claim', 'claim_purchases_', 'holdReplyAfter'],
        ['its settlement', 'record_settlements_', 'holdRequestsWith'],
        ['the answer to its settlement', 'record_settlements_', 'holdReplyAfter'],
      ] as const)(
        'when it lost %s it would send twice, or leave it to others: it asks the database again, and the client waits for no more',
        async (__, pattern, fault) => {
          const customer = await newCustomer(world, { ware });
          const hold = link()[fault](pattern);
          const bought = customer.buy();
          await hold.fired;
          if ('answered' in hold) await hold.answered;
          link().cut();

          expect(await bought).toMatchObject({ status: 200 });
          const { id } = await expectEnd(world, customer, sold);
          expect(sendersOf(id)).toEqual(['api']);
          expect(requeries(first(world.workers), id)).toEqual([]);
        },
      );

      test('when its claim was lost it would send without one: it sends nothing, and the sweeper of a worker does', async () => {
        const customer = await newCustomer(world, { ware });
        const hold = link().holdRequestsWith('claim_purchases_');
        const bought = customer.buy();
        await hold.fired;
        link().cut();

        expect(await bought).toMatchObject({ status: 200 });
        const { id } = await expectEnd(world, customer, sold);
        expect(sendersOf(id)).toEqual(['worker']);
      });
    },
  );

  test('away between the debit and the claim: a purchase would be sent without a claim, or never; a worker sends it', async () => {
    const customer = await newCustomer(world, { ware: cable });
    const hold = link().holdRequestsWith('claim_purchases_');
    const bought = customer.buy();
    await hold.fired;
    await link().setMode('refuse');
    link().cut();
    const { id } = await expectEnd(world, customer, sold); // while this api cannot know of it
    expect(sendersOf(id)).toEqual(['worker']);
    expect(unableToRead()).toBeGreaterThan(0);

    await link().setMode('pass');
    expect(await bought).toMatchObject({ status: 200 });
  });

  test('away at the settlement: what was vended would be left to a requery, or its token lost; it is tried until it lands', async () => {
    const customer = await newCustomer(world, { ware: prepaid });
    const hold = link().holdRequestsWith('record_settlements_');
    const before = unableToRead();
    const bought = customer.buy();
    await hold.fired;
    await link().setMode('refuse');
    link().cut();
    await eventually(unableToRead, (count) => count > before + 2);
    expect(await world.purchase(customer.ref)).toMatchObject({ status: 'initiated', sends: 1, final_at: null });

    await link().setMode('pass');
    expect(await bought).toMatchObject({ status: 200, body: { data: { token: expect.stringMatching(/^\d{20}$/) } } });
    const { id } = await expectEnd(world, customer, sold);
    expect(requeries(first(world.workers), id)).toEqual([]);
  });

  /** How often the api has looked for what its clients wait for, and found no database. */
  const unableToRead = () => first(world.apis).logs('waiting purchases could not be read').length;
  const sendersOf = (id: string) =>
    [...world.apis, ...world.workers]
      .filter((each) => each.logs('sent').some(({ purchase }) => purchase === id))
      .map(({ name }) => name);
});
