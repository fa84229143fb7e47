import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ApiAnswer, eventually, startWorld, type World } from '@topup/testkit';
import { ledgerEntriesOf } from '../journey/support/books';
import { airtime, buy, cable, prepaid } from '../journey/support/products';
import { setFloat } from '../journey/support/sandbox';
import { first, newBuyer } from './buyer';
import { expectNotAccepted, verifyAndStop } from './expect-end';

const MAX_WAIT_MS = 3_000;
const settings = {
  PROVIDER_BREAKER_RESET_MS: '500',
  PROVIDER_MAX_WAIT_MS: `${MAX_WAIT_MS}`,
  PURCHASE_WAIT_MS: '15000',
  PROVIDER_TIMEOUT_MS: '5000',
};
const NOT_AVAILABLE =
  'Airtime purchase failed: The provider is not available for this order now. Your wallet has been refunded.';

/** A purchase whose client still waits. */
type Bought = { ref: string; answer: Promise<ApiAnswer> };

const statuses = async (all: Bought[]) =>
  (await Promise.all(all.map(({ answer }) => answer))).map(({ status }) => status);
const alertsOf = (world: World, reason: string) =>
  [...world.workers, ...world.apis]
    .flatMap((process) => process.logs())
    .filter((entry) => entry.alert === 'provider_breaker' && entry.reason === reason);

describe('purchases fail one by one while the provider is away for a moment', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, settings });
    await world.client.call('POST', '/v1/cabletv/variations', { product_type: 'dstv' });
  });
  afterAll(() => verifyAndStop(world));

  const provider = () => world.link('worker-provider');
  const buyMany = (count: number, naira = 100): Bought[] =>
    Array.from({ length: count }, () => {
      const ref = randomUUID();
      return { ref, answer: world.client.buyAirtime({ ref, amount: naira }) };
    });
  const untilUnsent = (all: Bought[]) =>
    eventually(
      () => Promise.all(all.map(({ ref }) => world.purchase(ref))),
      (rows) => rows.every((row) => row?.status === 'initiated' && row.sends === 0),
    );

  /** Cuts the provider off, and buys until the worker knows that it is away. */
  async function cutOff(): Promise<void> {
    const before = alertsOf(world, 'unreachable').length;
    await provider().setMode('refuse');
    provider().cut(); // an open connection would still work
    await eventually(
      async () => {
        expect(await statuses(buyMany(8))).toEqual(Array(8).fill(424));
        return alertsOf(world, 'unreachable').length;
      },
      (count) => count === before + 1,
    );
  }

  // fault V1: on the send
  test('purchases wait unsent while the provider is away, and are sold when it is back', async () => {
    await cutOff();
    const waiting = buyMany(30);
    await untilUnsent(waiting);
    await provider().setMode('pass');
    expect(await statuses(waiting)).toEqual(Array(30).fill(200));
    expect(await statuses(buyMany(10))).toEqual(Array(10).fill(200));
  });

  test('when it stays away they fail at the end of their maximum wait, refunded, with a message that is true', async () => {
    await cutOff();
    const startedMs = performance.now();
    const all = buyMany(3);
    for (const { answer } of all)
      expect(await answer).toMatchObject({ status: 424, body: { status: 'failed', message: NOT_AVAILABLE } });
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(MAX_WAIT_MS);
    for (const { ref } of all) {
      expect(await world.purchase(ref)).toMatchObject({
        status: 'failed',
        cause: 'provider_unavailable_unreachable',
        sends: 0,
        provider_ref: null,
      });
      expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -10000', 'refund 10000']);
    }
    await provider().setMode('pass');
  });

  test('cable TV and electricity return 500 before any debit, and sell under the same reference later', async () => {
    const link = world.link('api-provider');
    await link.setMode('refuse');
    link.cut();
    const verify = () =>
      world.client.call('POST', '/v1/cabletv/verify', { product_type: 'dstv', smartcard_number: '7029416318' });
    for (let n = 0; n < 5; n += 1) expect((await verify()).status).toBe(500);
    const buyers = await Promise.all([cable, prepaid].map((product) => newBuyer(world, { product })));
    for (const buyer of buyers) {
      expect(await buyer.buy()).toMatchObject({
        status: 500,
        body: { status: 'error', message: expect.stringContaining('Nothing was debited') },
      });
      await expectNotAccepted(world, buyer);
    }
    expect((await verify()).status).toBe(500);

    await link.setMode('pass');
    for (const buyer of buyers) {
      const sold = await eventually(
        () => buyer.buy(),
        ({ status }) => status !== 500,
      );
      expect(sold.status).toBe(200);
    }
  });
});

describe('a float that is too low for one order stops all of them, or none', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ settings });
  });
  afterAll(() => verifyAndStop(world));

  const buyFor = (naira: number) => buy(world.client, airtime, randomUUID(), undefined, { amount: naira });
  const metrics = async () => (await fetch(`${first(world.workers).opsUrl}/metrics`)).text();
  const state = async () => /^topup_provider_breaker_state\{.*reason="float".*\} (\d)$/m.exec(await metrics())?.[1];

  // fault V23: on the send
  test('orders above what is left wait, smaller ones are sold, and a funded float sells what waits', async () => {
    expect(await state()).toBe('0');
    await setFloat(world, 600);
    expect(await buyFor(1000)).toMatchObject({
      status: 424,
      body: { message: expect.stringContaining('The provider cannot take orders at the moment') },
    });
    await eventually(state, (value) => value === '2');
    expect(alertsOf(world, 'float')).toMatchObject([{ breaker: 'provider', float: '600.00', needed: '1000.00' }]);
    await eventually(
      () => world.sql('SELECT breaker, reason, left_kobo FROM provider_breaker'),
      ([row]) => isDeepStrictEqual(row, { breaker: 'provider', reason: 'float', left_kobo: '60000' }),
    );

    const before = (await world.ledger()).posts.length;
    expect(await buyFor(700)).toMatchObject({ status: 424, body: { message: NOT_AVAILABLE } });
    expect((await world.ledger()).posts).toHaveLength(before);
    expect((await buyFor(500)).status).toBe(200);

    const waiting = buyFor(900);
    await setFloat(world, 5_000);
    expect((await waiting).status).toBe(200);
    await eventually(state, (value) => value === '0');
    expect((await buyFor(1000)).status).toBe(200);
  });
});

describe('every order is tried although the provider rejects our account', () => {
  test('after one rejection, and one of the lookup of the float, the others wait and fail unsent', async () => {
    const wrong = { VTPASS_PUBLIC_KEY: 'PK_other', VTPASS_SECRET_KEY: 'SK_other' };
    const world = await startWorld({ settings: { ...settings, ...wrong, PROVIDER_FLOAT_ALERT_NAIRA: '0' } });
    try {
      const ref = randomUUID();
      expect((await world.client.buyAirtime({ ref })).status).toBe(424);
      expect(await world.purchase(ref)).toMatchObject({ cause: 'provider_rejected_087' });
      await eventually(
        () => alertsOf(world, 'account').length,
        (count) => count === 1,
      );
      const next = randomUUID();
      expect(await world.client.buyAirtime({ ref: next })).toMatchObject({ body: { message: NOT_AVAILABLE } });
      expect(await world.purchase(next)).toMatchObject({ cause: 'provider_unavailable_account', sends: 0 });
    } finally {
      await verifyAndStop(world);
    }
  });
});
