import { randomUUID } from 'node:crypto';
import {
  describeWithRedis,
  eventually,
  FULL_RUN,
  redisAvailable,
  startWorld,
  testRedis,
  type World,
} from '@topup/testkit';
import { expectConsistent, ledgerEntriesOf, providerRecordOf } from './support/books';
import { webhooksOf } from './support/webhooks';

/** Delivered after 3 s, long after the stop signal. */
const DELIVERED_LATE = '08000003000';
const LATE = { PURCHASE_WAIT_MS: '15000', PROVIDER_TIMEOUT_MS: '8000' };

const onPostgres = FULL_RUN || !redisAvailable() ? describe : () => undefined;

onPostgres('a deployment loses purchases or answers, with the queues on Postgres', () =>
  stops(() => Promise.resolve({})),
);
describeWithRedis('a deployment loses purchases or answers, with the queues on Redis', () =>
  stops(async () => ({ redisUrl: (await testRedis()).url })),
);

function stops(stores: () => Promise<{ redisUrl?: string }>): void {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ ...(await stores()), settings: LATE });
    await world.client.setWebhook(world.receiver.url);
  });
  afterAll(() => world?.stop());

  /** Buys what takes 3 s; fulfilled when the order is at the provider. */
  async function buyLate(ref: string, client = world.client) {
    const before = (await world.ledger()).posts.length;
    const answer = client.buyAirtime({ ref, phone: DELIVERED_LATE });
    await eventually(world.ledger, ({ posts }) => posts.length > before);
    return { answer, providerRef: (await world.purchase(ref))?.provider_ref };
  }

  // fault P6: pick, claim, send, settle, webhook
  test('a worker that stops settles its open send, exits with 0 and claims nothing new', async () => {
    const [worker] = world.workers;
    const [inFlight, later] = [randomUUID(), randomUUID()];
    const late = await buyLate(inFlight);

    const exit = worker?.stop();
    await eventually(
      () => worker?.logs('stopping').length,
      (count) => count === 1,
    );
    const next = world.client.buyAirtime({ ref: later });
    expect(await exit).toBe(0);
    expect(await world.purchase(inFlight)).toMatchObject({ status: 'success', cause: 'provider_delivered', sends: 1 });
    expect(await world.purchase(later)).toMatchObject({ status: 'initiated', sends: 0 });
    expect(await late.answer).toMatchObject({ status: 200, body: { reference: inFlight } });
    expect(await providerRecordOf(world, late.providerRef)).toEqual({ posts: ['delivered'], vends: 1 });

    await world.addWorker();
    expect(await next).toMatchObject({ status: 200, body: { reference: later } });
    for (const ref of [inFlight, later]) {
      await world.receiver.waitFor(({ body }) => body?.reference === ref);
      expect(webhooksOf(world.receiver, ref)).toHaveLength(1);
      expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -10000']);
    }
  });

  // fault P6: wait, answer
  test('an api that stops answers waiting clients 200, takes no new connections and exits with 0', async () => {
    const [api] = world.apis;
    const ref = randomUUID();
    const late = await buyLate(ref);
    let answered = false;
    const answer = late.answer.finally(() => {
      answered = true;
    });

    const exit = api?.stop();
    await eventually(
      () => fetch(`${api?.url}/v1/wallet/balance`).catch(({ cause }) => cause.code),
      (refusal) => refusal === 'ECONNREFUSED',
    );
    expect((await fetch(`${api?.opsUrl}/ready`)).status).toBe(503);
    expect(answered).toBe(false);
    expect(await answer).toMatchObject({ status: 200, body: { status: 'successful', reference: ref } });
    expect(await exit).toBe(0);

    const client = world.clientOf(await world.addApi());
    expect((await client.status(ref)).status).toBe(200);
    expect((await client.balance()).body.data?.balance).toBe('999700.00');
    expect(await providerRecordOf(world, late.providerRef)).toEqual({ posts: ['delivered'], vends: 1 });
    await world.receiver.waitFor(({ body }) => body?.reference === ref && body.event === 'airtime.purchase.success');
    await expectConsistent(world);
  });

  test('an api with a drain delay is not ready at once, sells until the delay is over, and then exits with 0', async () => {
    const api = await world.addApi({ DRAIN_DELAY_MS: '3000' });
    const client = world.clientOf(api);
    const readiness = async () => (await fetch(`${api.opsUrl}/ready`)).status;
    expect(await readiness()).toBe(200);

    const signalled = performance.now();
    const exit = api.stop();
    await eventually(readiness, (status) => status === 503);
    expect((await client.buyAirtime({ ref: randomUUID() })).status).toBe(200); // over a new connection
    expect(performance.now() - signalled).toBeLessThan(3_000);

    expect(await exit).toBe(0);
    expect(performance.now() - signalled).toBeGreaterThanOrEqual(3_000);
    expect(api.logs('gave up waiting for what was in hand')).toEqual([]);
  });

  test('idle processes stop within 5 s with exit code 0', async () => {
    for (const process of [await world.addApi(), await world.addWorker()]) {
      const signalled = performance.now();
      expect(await process.stop()).toBe(0);
      expect(performance.now() - signalled).toBeLessThan(5_000);
      expect(process.logs('stopped')).toHaveLength(1);
    }
  });

  test('when the reader of their logs ends, api and worker sell on, and still stop in order', async () => {
    const [api, worker] = [await world.addApi(), await world.addWorker()];
    const client = world.clientOf(api);
    const ref = randomUUID();
    const late = await buyLate(ref, client);
    for (const each of [...world.apis, ...world.workers]) each.closeOutput();
    expect((await client.buyAirtime({ ref: randomUUID() })).status).toBe(200);
    expect(await late.answer).toMatchObject({ status: 200, body: { reference: ref } });
    expect([await api.stop(), await worker.stop()]).toEqual([0, 0]);
  });
}
