import { createObserver } from '@topup/core/metrics';
import { newId } from '@topup/core/shared';
import { createMetrics } from '@topup/runtime';
import { eventually, untilLocked } from '@topup/testkit';
import request from 'supertest';
import { watchQueueDepth } from './metrics';
import {
  type ApiWorld,
  airtime,
  apiWorld,
  cable,
  delivered,
  electricity,
  rejected,
  unknown,
  unsent,
  vended,
} from './testing/api-world';

let world: ApiWorld;

beforeEach(async () => {
  world = await apiWorld({ purchaseWaitMs: 2_000 });
});
afterEach(() => world.close());

/** The samples of these metrics that are not zero, without their prefix and the label of the process. */
async function samples(...names: string[]): Promise<Record<string, number>> {
  const samples = [...(await world.metrics.text()).matchAll(/^topup_(\w+)\{(.*)\} (\S+)$/gm)]
    .filter(([, name = '', , value]) => names.includes(name) && Number(value) > 0)
    .map(([, name, labels = '', value]) => [
      `${name}{${labels.replace(/topup_service="api",service="api",?|,topup_service="api",service="api"/, '')}}`,
      Number(value),
    ]);
  return Object.fromEntries(samples);
}

/** Of so many requests: an answer is counted when its connection has taken it, which its client may see first. */
const answered = (requests: number) =>
  eventually(
    () => samples('http_requests_total'),
    (counted) => Object.values(counted).reduce((sum, count) => sum + count, 0) === requests,
  );

test('the metrics of a day agree with its purchases: sold, refunded, waited for, answered', async () => {
  const client = await world.client();
  const buy = (path: string, body: unknown, answer: ApiWorld['provider']['answer']) => {
    world.provider.answer = answer;
    return world.post(path, client, body);
  };
  expect((await buy('/v1/airtime/purchase', airtime(), () => delivered)).status).toBe(200);
  expect((await buy('/v1/airtime/purchase', airtime({ amount: 50.5 }), () => rejected)).status).toBe(424);
  expect((await buy('/v1/airtime/purchase', airtime(), () => unknown)).status).toBe(202);
  expect((await buy('/v1/electricity/purchase', electricity(), () => vended)).status).toBe(200);
  expect((await buy('/v1/cabletv/purchase', cable(), () => unsent)).status).toBe(500);
  expect((await buy('/v1/airtime/purchase', airtime({ amount: -1 }), () => delivered)).status).toBe(400);

  expect(await samples('claims_total')).toEqual({
    'claims_total{product="AIRTIME"}': 3,
    'claims_total{product="ELECTRICITY"}': 1,
    'claims_total{product="CABLE_TV"}': 1,
  });
  expect(await samples('settlements_total')).toEqual({
    'settlements_total{product="AIRTIME",goal="success",cause="provider_delivered"}': 1,
    'settlements_total{product="AIRTIME",goal="failed",cause="provider_rejected"}': 1,
    'settlements_total{product="ELECTRICITY",goal="success",cause="provider_delivered"}': 1,
    'settlements_total{product="CABLE_TV",goal="failed",cause="provider_unreachable"}': 1,
  });
  expect(await samples('refunds_total', 'refunded_kobo_total')).toEqual({
    'refunds_total{product="AIRTIME"}': 1,
    'refunds_total{product="CABLE_TV"}': 1,
    'refunded_kobo_total{product="AIRTIME"}': 5_050,
    'refunded_kobo_total{product="CABLE_TV"}': 41_000,
  });
  expect(await samples('sold_kobo_total', 'sold_cost_kobo_total', 'sold_unknown_cost_total')).toEqual({
    'sold_kobo_total{product="AIRTIME"}': 10_000,
    'sold_kobo_total{product="ELECTRICITY"}': 200_000,
    'sold_cost_kobo_total{product="AIRTIME"}': 9_700,
    'sold_cost_kobo_total{product="ELECTRICITY"}': 9_700,
  });
  expect(await samples('purchase_wait_seconds_count')).toEqual({
    'purchase_wait_seconds_count{product="AIRTIME",outcome="successful"}': 1,
    'purchase_wait_seconds_count{product="AIRTIME",outcome="failed"}': 1,
    'purchase_wait_seconds_count{product="AIRTIME",outcome="pending"}': 1,
    'purchase_wait_seconds_count{product="ELECTRICITY",outcome="successful"}': 1,
    'purchase_wait_seconds_count{product="CABLE_TV",outcome="failed"}': 1,
  });
  expect(await samples('accept_batch_purchases_count', 'accept_batch_purchases_sum')).toEqual({
    'accept_batch_purchases_count{}': 5,
    'accept_batch_purchases_sum{}': 5,
  });
  expect(await answered(6)).toEqual({
    'http_requests_total{method="POST",route="/v1/airtime/purchase",status="200"}': 1,
    'http_requests_total{method="POST",route="/v1/airtime/purchase",status="424"}': 1,
    'http_requests_total{method="POST",route="/v1/airtime/purchase",status="202"}': 1,
    'http_requests_total{method="POST",route="/v1/airtime/purchase",status="400"}': 1,
    'http_requests_total{method="POST",route="/v1/electricity/purchase",status="200"}': 1,
    'http_requests_total{method="POST",route="/v1/cabletv/purchase",status="500"}': 1,
  });
});

test('the size of an accepted batch is a metric', async () => {
  const client = await world.client();
  await Promise.all(Array.from({ length: 8 }, () => world.post('/v1/airtime/purchase', client, airtime())));
  const { 'accept_batch_purchases_sum{}': sum, 'accept_batch_purchases_count{}': count } = await samples(
    'accept_batch_purchases_sum',
    'accept_batch_purchases_count',
  );
  expect(sum).toBe(8);
  expect(count).toBeLessThanOrEqual(8);
});

test('a purchase that waits for its wallet is counted once, where it was debited', async () => {
  const client = await world.client();
  let answer: Promise<unknown> = Promise.resolve();
  await world.db.$transaction(async (other) => {
    await other.$executeRaw`SELECT FROM wallet WHERE account_id = ${client.accountId}::uuid FOR UPDATE`;
    answer = world.post('/v1/airtime/purchase', client, airtime()).then(); // sends it now
    await untilLocked(world.db, 'accept_purchases');
  });
  await answer;
  expect(await samples('accept_batch_purchases_count', 'accept_batch_purchases_sum')).toEqual({
    'accept_batch_purchases_count{}': 1,
    'accept_batch_purchases_sum{}': 1,
  });
});

test('no label holds a path, method, reference or phone that a client chose', async () => {
  const client = await world.client();
  const reference = newId();
  await world.post('/v1/airtime/purchase', client, airtime({ request_ref: reference, phone: '08035550123' }));
  const { app } = world;
  await request(app).get(`/${reference}`);
  await request(app).get('/v1/wallet/balance');
  await request(app).post(`/callbacks/vtpass/${reference}`);
  await request(app).propfind('/openapi.json');
  expect(await answered(5)).toEqual({
    'http_requests_total{method="POST",route="/v1/airtime/purchase",status="200"}': 1,
    'http_requests_total{method="GET",route="none",status="404"}': 1,
    'http_requests_total{method="GET",route="none",status="401"}': 1,
    'http_requests_total{method="POST",route="/callbacks/vtpass/:secret",status="404"}': 1,
    'http_requests_total{method="other",route="/openapi.json",status="405"}': 1,
  });
  const text = await world.metrics.text();
  for (const secret of [reference, '08035550123', client.accountId, client.key]) expect(text).not.toContain(secret);
});

test('without the queue store its gauges are absent, and all other metrics are there', async () => {
  const warn = jest.fn();
  const metrics = createMetrics('api', { warn });
  createObserver(metrics, ['vtpass']);
  let fails = false;
  const queue = {
    enqueue: () => undefined,
    close: async () => undefined,
    depth: async () => {
      if (fails) throw new Error('away');
      return { waiting: 4, active: 1 };
    },
  };
  watchQueueDepth(metrics, { airtime: queue, data: queue, webhooks: queue, notifications: queue });
  expect(await metrics.text()).toContain(
    'topup_queue_jobs{queue="airtime",state="waiting",topup_service="api",service="api"} 4\n',
  );
  fails = true;
  const text = await metrics.text();
  expect(text).not.toMatch(/^topup_queue_jobs\{/m);
  expect(text).toContain('topup_scrape_failures_total{source="queues",topup_service="api",service="api"} 1\n');
  expect(warn.mock.calls).toEqual([['a metric could not be read', { metric: 'queues', error: 'Error: away' }]]);
  expect(text).toContain('topup_claims_total{product="DATA",topup_service="api",service="api"} 0\n');
});

test('a sale whose cost the provider does not say counts apart, and not as pure gain', async () => {
  world.provider.answer = () => ({ ...delivered, costKobo: null });
  expect((await world.post('/v1/airtime/purchase', await world.client(), airtime())).status).toBe(200);
  expect(await samples('sold_kobo_total', 'sold_cost_kobo_total', 'sold_unknown_cost_total')).toEqual({
    'sold_unknown_cost_total{product="AIRTIME"}': 1,
  });
});
