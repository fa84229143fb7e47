import { allInFullRun, eventually, startWorld, type World } from '@topup/testkit';
import { cable, type Product, prepaid } from '../journey/support/products';
import { first, newBuyer } from './buyer';
import { expectEnd, sold, verifyAndStop } from './expect-end';
import { requeries } from './processes';

// Windows and leases are longer than an outage, so that purchases go on without a requery.
const settings = { SYNC_WAIT_MS: '12000', PROVIDER_TIMEOUT_MS: '8000' };

describe('an api that loses Postgres while it sends repeats the send or loses the token', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, settings });
  });
  afterEach(() => link().setMode('pass'));
  afterAll(() => verifyAndStop(world));

  const link = () => world.link('api-database');

  describe.each(allInFullRun<[string, Product]>(['cable TV', cable], ['prepaid electricity', prepaid]))(
    'during a purchase of %s',
    (_, product) => {
      // fault D4: claim, settle
      test.each([
        ['the answer to its debit', 'accept_purchases', 'holdReplyAfter'],
        ['the answer to its claim', 'claim_purchases', 'holdReplyAfter'],
        ['its settlement', 'record_settlements', 'holdRequestsWith'],
        ['the answer to its settlement', 'record_settlements', 'holdReplyAfter'],
      ] as const)('it lost %s and asks the database again: no second send, no requery', async (__, pattern, fault) => {
        const buyer = await newBuyer(world, { product });
        const hold = link()[fault](pattern);
        const bought = buyer.buy();
        await hold.fired;
        if ('answered' in hold) await hold.answered;
        link().cut();

        expect(await bought).toMatchObject({ status: 200 });
        const { id } = await expectEnd(world, buyer, sold());
        expect(sendersOf(id)).toEqual(['api']);
        expect(requeries(first(world.workers), id)).toEqual([]);
      });

      // fault D4: claim
      test('it lost its claim and sends nothing; the sweeper of a worker does', async () => {
        const buyer = await newBuyer(world, { product });
        const hold = link().holdRequestsWith('claim_purchases');
        const bought = buyer.buy();
        await hold.fired;
        link().cut();

        expect(await bought).toMatchObject({ status: 200 });
        const { id } = await expectEnd(world, buyer, sold());
        expect(sendersOf(id)).toEqual(['worker']);
      });
    },
  );

  // fault D1: claim
  test('a database away between debit and claim: a worker sends the purchase', async () => {
    const buyer = await newBuyer(world, { product: cable });
    const hold = link().holdRequestsWith('claim_purchases');
    const bought = buyer.buy();
    await hold.fired;
    await link().setMode('refuse');
    link().cut();
    const { id } = await expectEnd(world, buyer, sold()); // while this api cannot know of it
    expect(sendersOf(id)).toEqual(['worker']);
    expect(unableToRead()).toBeGreaterThan(0);

    await link().setMode('pass');
    expect(await bought).toMatchObject({ status: 200 });
  });

  // fault D1: settle
  test('a database away at the settlement: the settlement is repeated until it is written', async () => {
    const buyer = await newBuyer(world, { product: prepaid });
    const hold = link().holdRequestsWith('record_settlements');
    const before = unableToRead();
    const bought = buyer.buy();
    await hold.fired;
    await link().setMode('refuse');
    link().cut();
    await eventually(unableToRead, (count) => count > before + 2);
    expect(await world.purchase(buyer.ref)).toMatchObject({ status: 'initiated', sends: 1, final_at: null });

    await link().setMode('pass');
    expect(await bought).toMatchObject({ status: 200, body: { data: { token: expect.stringMatching(/^\d{20}$/) } } });
    const { id } = await expectEnd(world, buyer, sold());
    expect(requeries(first(world.workers), id)).toEqual([]);
  });

  /** How often the api could not read the waiting purchases. */
  const unableToRead = () => first(world.apis).logs('waiting purchases could not be read').length;
  const sendersOf = (id: string) =>
    [...world.apis, ...world.workers]
      .filter((each) => each.logs('sent').some(({ purchase }) => purchase === id))
      .map(({ name }) => name);
});
