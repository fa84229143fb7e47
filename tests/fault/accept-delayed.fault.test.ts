import { eventually, startWorld, type World } from '@topup/testkit';
import { killWithAcceptUnderWay, letAcceptThrough } from './api-kills';
import { newCustomer } from './customer';
import { type End, endWorld, expectEnd, expectNothing } from './expect-end';

const sold: End = { status: 'success', cause: 'provider_delivered', vends: 1, events: ['success'] };

describe('an accept is delayed on the way, and its api is killed', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, settings: { PURCHASE_WAIT_MS: '10000' } });
  });
  afterAll(() => endWorld(world));

  test('for a moment: it would be a debit that nobody knows of; it is a purchase, and is sent although nobody waits for it', async () => {
    const customer = await newCustomer(world);
    const orphaned = await killWithAcceptUnderWay(world, await world.addApi(), customer);
    await letAcceptThrough(world, orphaned);
    await expectEnd(world, customer, sold);
    expect(await customer.buy()).toMatchObject({ status: 400, body: { message: expect.stringContaining('has been used') } });
  });

  test('for longer than 3 s: it would debit a client who may have been told no meanwhile; it does nothing, and the reference is free', async () => {
    const customer = await newCustomer(world);
    const orphaned = await killWithAcceptUnderWay(world, await world.addApi(), customer);
    const [fence] = await world.sql<{ at: Date }>(`SELECT clock_timestamp() + interval '3 seconds' AS at`);
    await eventually(
      () => world.sql<{ over: boolean }>('SELECT clock_timestamp() > $1 AS over', [fence?.at]),
      ([row]) => row?.over === true,
    );
    await letAcceptThrough(world, orphaned);
    await expectNothing(world, customer);
    expect(await customer.buy()).toMatchObject({ status: 200 });
    await expectEnd(world, customer, sold);
  });
});
