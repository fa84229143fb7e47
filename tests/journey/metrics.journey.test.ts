import { randomUUID } from 'node:crypto';
import { eventually, startWorld, type World } from '@topup/testkit';

const REJECTED = '08000100000';

let world: World;
beforeAll(async () => {
  world = await startWorld({ workers: 2 });
});
afterAll(() => world?.stop());

/** The sum of this metric's samples with all of these labels, over all processes. */
async function sum(name: string, ...labels: string[]): Promise<number> {
  const texts = await Promise.all([...world.apis, ...world.workers].map(async ({ opsUrl }) => (await fetch(`${opsUrl}/metrics`)).text()));
  const samples = texts.flatMap((text) => [...text.matchAll(new RegExp(`^topup_${name}\\{(.*)\\} (\\S+)$`, 'gm'))]);
  return samples
    .filter(([, found = '']) => labels.every((label) => found.includes(label)))
    .reduce((total, [, , value]) => total + Number(value), 0);
}

test('operators would be blind: what the processes of a service did together is what their figures add up to', async () => {
  const { client, receiver } = world;
  await client.setWebhook(receiver.url);
  const refs = Array.from({ length: 6 }, () => randomUUID());
  const answers = await Promise.all(refs.map((ref, i) => client.buyAirtime({ ref, ...(i < 2 ? { phone: REJECTED } : {}) })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 424, 424]);
  await eventually(
    () => sum('webhook_deliveries_total', 'result="delivered"'),
    (delivered) => delivered === 6,
  );

  expect(await sum('claims_total', 'product="AIRTIME"')).toBe(6);
  expect(await sum('provider_calls_total', 'operation="send"', 'outcome="delivered"')).toBe(4);
  expect(await sum('provider_calls_total', 'operation="send"', 'outcome="rejected"')).toBe(2);
  expect(await sum('provider_call_seconds_count', 'operation="send"')).toBe(6);
  expect(await sum('settlements_total', 'goal="success"')).toBe(4);
  expect(await sum('settlements_total', 'cause="provider_rejected"')).toBe(2);
  expect(await sum('refunded_kobo_total')).toBe(20_000);
  expect(await sum('http_requests_total', 'route="/v1/airtime/purchase"')).toBe(6);
  expect(await sum('purchase_wait_seconds_count', 'outcome="successful"')).toBe(4);
  expect(await sum('accept_batch_purchases_sum')).toBe(6);
  expect(await sum('purchases_open')).toBe(0);
  expect(await sum('queue_jobs', 'state="waiting"')).toBe(0);
  expect(await sum('sweep_seconds_count', 'part="purchases"')).toBeGreaterThan(0);
  expect(await sum('scrape_failures_total')).toBe(0);
});
