import { eventually, startWorld, type World } from '@topup/testkit';
import { newBuyer } from './buyer';
import { type ExpectedEnd, expectEnd, expectNotAccepted, finalRow, verifyAndStop } from './expect-end';
import { killDuringAccept, releaseAccept } from './kill-api';

const sold: ExpectedEnd = { status: 'success', cause: 'provider_delivered', vends: 1, events: ['success'] };

let world: World;
beforeAll(async () => {
  const settings = { PURCHASE_WAIT_MS: '10000', PROVIDER_TIMEOUT_MS: '4000', LEASE_MS: '5400' };
  world = await startWorld({ throughProxies: true, settings });
});
afterAll(() => verifyAndStop(world));

describe('an accept is delayed on the way', () => {
  test('for a moment, and its api is killed: it would be a debit that nobody knows of; it is a purchase, and is sent although nobody waits for it', async () => {
    const buyer = await newBuyer(world);
    const orphaned = await killDuringAccept(world, await world.addApi(), buyer);
    await releaseAccept(world, orphaned);
    await expectEnd(world, buyer, sold);
    expect(await buyer.buy()).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('has been used') },
    });
  });

  test('for longer than 3 s, and its api is killed: it would debit a client who may have been told no meanwhile; it does nothing, and the reference is free', async () => {
    const buyer = await newBuyer(world);
    const orphaned = await killDuringAccept(world, await world.addApi(), buyer);
    await fenceIsOver();
    await releaseAccept(world, orphaned);
    await expectNotAccepted(world, buyer);
    expect(await buyer.buy()).toMatchObject({ status: 200 });
    await expectEnd(world, buyer, sold);
  });

  test('while its api stands still: it comes back to tell a client of a debit that there is not; it has read the clock, and the reference is free', async () => {
    const buyer = await newBuyer(world);
    const api = await world.addApi();
    const hold = world.link('api-database').holdRequestsWith('accept_purchases_');
    const bought = buyer.buy(api);
    await hold.fired;
    api.pause();
    await fenceIsOver();
    world.link('api-database').release();
    api.resume();
    expect(await bought).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining('Nothing was debited') },
    });
    await expectNotAccepted(world, buyer);
    expect(await buyer.buy()).toMatchObject({ status: 200 });
    await expectEnd(world, buyer, sold);
  });

  /** Of every accept that is under way now. */
  async function fenceIsOver(): Promise<void> {
    const [fence] = await world.sql<{ at: Date }>(`SELECT clock_timestamp() + interval '3 seconds' AS at`);
    await eventually(
      () => world.sql<{ over: boolean }>('SELECT clock_timestamp() > $1 AS over', [fence?.at]),
      ([row]) => row?.over === true,
    );
  }
});

describe('an api stands still while its client waits', () => {
  test('a client would be told pending of what has become final meanwhile, and by webhook too: it is told the end, once', async () => {
    const buyer = await newBuyer(world, { outcome: '0002' });
    const api = await world.addApi({ PURCHASE_WAIT_MS: '1000' });
    const bought = buyer.buy(api);
    await eventually(
      () => world.purchase(buyer.ref),
      (row) => row?.sends === 1,
    );
    api.pause();
    await finalRow(world, buyer.ref);
    api.resume();
    expect(await bought).toMatchObject({ status: 200, body: { status: 'successful' } });
    await expectEnd(world, buyer, sold);
  });
});
