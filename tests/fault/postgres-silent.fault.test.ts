import { eventually, startWorld, type World } from '@topup/testkit';
import { newBuyer } from './buyer';
import { expectNotAccepted, finalRow, verifyAndStop } from './expect-end';

/** What an answer may take beyond the time for which its purchase is waited on, on a busy machine: less than the 8 s for which a silent server is. */
const GRACE_MS = 5_000;
const WAIT_MS = 2_000;
/** The 13 s after which nothing more is tried, and what a busy machine takes for it. */
const TRIED_MS = 18_000;

// a server that is frozen, or behind a link that drops everything: nothing is refused, and nothing comes back
let world: World;
beforeAll(async () => {
  world = await startWorld({ throughProxies: true, settings: { PROVIDER_TIMEOUT_MS: '6000', LEASE_MS: '9000' } });
});
afterEach(() => world.link('api-database').setMode('pass'));
afterAll(() => verifyAndStop(world));

test('a client would wait for as long as the database is silent: the end of its window is the end of its wait', async () => {
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

test('a client that only asks would wait as long: it is told at once that it cannot be told', async () => {
  const buyer = await newBuyer(world);
  await world.link('api-database').setMode('blackhole');
  const asked = performance.now();
  expect(await buyer.client().balance()).toMatchObject({ status: 500, body: { status: 'error' } });
  expect(performance.now() - asked).toBeLessThan(GRACE_MS);
});

test('a debit that nobody can be asked about would keep its client for ever: it is told in time that the outcome is not known', async () => {
  const buyer = await newBuyer(world);
  const held = world.link('api-database').holdRequestsWith('accept_purchases_');
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
