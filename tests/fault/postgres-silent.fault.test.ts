import { eventually, startWorld, type World } from '@topup/testkit';
import { newBuyer } from './buyer';
import { expectNotAccepted, finalRow, verifyAndStop } from './expect-end';

/** How late an answer may be on a busy machine: less than the 8 s after which a silent server is given up. */
const GRACE_MS = 5_000;
const WAIT_MS = 2_000;
/** The 13 s after which the api stops trying, and 5 s for a busy machine. */
const TRIED_MS = 18_000;

// the server is frozen, or its link drops everything: connections stay open, and no answer comes
let world: World;
beforeAll(async () => {
  world = await startWorld({ throughProxies: true, settings: { PROVIDER_TIMEOUT_MS: '6000' } });
});
afterEach(() => world.link('api-database').setMode('pass'));
afterAll(() => verifyAndStop(world));

describe('clients wait for as long as the database is silent', () => {
  // fault D9: wait, answer
  test('the end of the window ends the wait: 202', async () => {
    const buyer = await newBuyer(world, { outcome: '0003' }); // delivered after three seconds
    const asked = performance.now();
    const bought = buyer.buy();
    await eventually(
      () => world.purchase(buyer.ref),
      (row) => row?.sends === 1,
    );
    await world.link('api-database').setMode('blackhole');
    expect(await bought).toMatchObject({ status: 202, body: { status: 'pending' } });
    expect(performance.now() - asked).toBeLessThan(WAIT_MS + GRACE_MS);
    await world.link('api-database').setMode('pass');
    expect(await finalRow(world, buyer.ref)).toMatchObject({ status: 'success' });
  });

  // fault D9: answer
  test('a request that only reads returns 500 within 5 s', async () => {
    const buyer = await newBuyer(world);
    await world.link('api-database').setMode('blackhole');
    const asked = performance.now();
    expect(await buyer.client().balance()).toMatchObject({ status: 500, body: { status: 'error' } });
    expect(performance.now() - asked).toBeLessThan(GRACE_MS);
  });

  // fault D9: accept
  test('an accept that cannot be confirmed gets an answer in time: the outcome is not known', async () => {
    const buyer = await newBuyer(world);
    const held = world.link('api-database').holdRequestsWith('accept_purchases');
    const asked = performance.now();
    const bought = buyer.buy();
    await held.fired;
    await world.link('api-database').setMode('blackhole');
    expect(await bought).toMatchObject({ status: 500, body: { message: expect.stringContaining('not known yet') } });
    expect(performance.now() - asked).toBeLessThan(TRIED_MS);
    world.link('api-database').release();
    await world.link('api-database').setMode('pass');
    expect(
      await eventually(
        () => buyer.client().status(buyer.ref),
        ({ status }) => status === 404,
      ),
    ).toMatchObject({ status: 404 });
    await expectNotAccepted(world, buyer);
  });
});
