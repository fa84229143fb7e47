import { eventually, startWorld, type World } from '@topup/testkit';
import { newBuyer } from './buyer';
import { expectEnd, expectNotAccepted, finalRow, sold, verifyAndStop } from './expect-end';
import { killDuringAccept, releaseAccept } from './kill-api';

const DEADLINE_S = 3; // every accept that is on its way is too late then
const STANDSTILL_S = 11;

let world: World;
beforeAll(async () => {
  const settings = { PURCHASE_WAIT_MS: '10000', PROVIDER_TIMEOUT_MS: '4000' };
  world = await startWorld({ throughProxies: true, settings });
});
afterAll(() => verifyAndStop(world));

describe('an accept that arrives late debits a client that was told no', () => {
  // fault P1: accept
  test('an accept in time, of a killed api: the purchase is sent, although nobody waits for it', async () => {
    const buyer = await newBuyer(world);
    const orphaned = await killDuringAccept(world, await world.addApi(), buyer);
    await releaseAccept(world, orphaned);
    await expectEnd(world, buyer, sold('success'));
    expect(await buyer.buy()).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('with this request_ref was debited') },
    });
  });

  // fault P1: accept
  test('an accept after 3 s, of a killed api: nothing is debited, and the reference is free', async () => {
    const buyer = await newBuyer(world);
    const orphaned = await killDuringAccept(world, await world.addApi(), buyer);
    await havePassed(DEADLINE_S);
    await releaseAccept(world, orphaned);
    await expectNotAccepted(world, buyer);
    expect(await buyer.buy()).toMatchObject({ status: 200 });
    await expectEnd(world, buyer, sold('success'));
  });

  // fault P2: accept
  test('an api paused during its accept says what is true: nothing debited and the reference free, or sold', async () => {
    const buyer = await newBuyer(world);
    const api = await world.addApi();
    const hold = world.link('api-database').holdRequestsWith('accept_purchases_');
    const bought = buyer.buy(api);
    await hold.fired;
    api.pause();
    await havePassed(DEADLINE_S);
    world.link('api-database').release();
    api.resume();
    const { status, body } = await bought;
    // after the timeout of its query, which a busy machine can reach here, the api asks again, and is in time
    if (status === 500) {
      expect(body.message).toContain('Nothing was debited');
      await expectNotAccepted(world, buyer);
      expect(await buyer.buy()).toMatchObject({ status: 200 });
    } else expect(status).toBe(200);
    await expectEnd(world, buyer, sold('success'));
  });

  // fault P2: accept
  test('an api paused for 10 s declines what the kernel kept for it, and sells again 5 s later', async () => {
    const buyer = await newBuyer(world);
    const api = await world.addApi();
    api.pause();
    const bought = buyer.buy(api);
    await havePassed(STANDSTILL_S);
    api.resume();
    expect(await bought).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining('Nothing was debited') },
    });
    await expectNotAccepted(world, buyer);
    await eventually(
      () => buyer.buy(api),
      ({ status }) => status === 200,
    );
    await expectEnd(world, buyer, sold('success'));
  });

  /** Waits for so many seconds by the clock of the database. */
  async function havePassed(seconds: number): Promise<void> {
    const [deadline] = await world.sql<{ at: Date }>(`SELECT clock_timestamp() + $1 * interval '1 s' AS at`, [seconds]);
    await eventually(
      () => world.sql<{ over: boolean }>('SELECT clock_timestamp() > $1 AS over', [deadline?.at]),
      ([row]) => row?.over === true,
    );
  }
});

describe('an api that was paused answers an old status', () => {
  // fault P2: wait
  test('a client gets the final status of the meantime, once', async () => {
    const buyer = await newBuyer(world, { outcome: '0002' });
    // longer than this test takes: the pause is what ends, never the window
    const api = await world.addApi({ PURCHASE_WAIT_MS: '60000' });
    const bought = buyer.buy(api);
    await eventually(
      () => world.purchase(buyer.ref),
      (row) => row?.sends === 1,
    );
    api.pause();
    await finalRow(world, buyer.ref);
    api.resume();
    expect(await bought).toMatchObject({ status: 200, body: { status: 'successful' } });
    await expectEnd(world, buyer, sold('success'));
  });
});
