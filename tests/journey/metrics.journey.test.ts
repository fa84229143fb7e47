import { randomUUID } from 'node:crypto';
import { eventually, startWorld, type World } from '@topup/testkit';
import { operatorsOf } from './support/ops';
import { setFloat } from './support/sandbox';

const REJECTED = '08000100000';

let world: World;
beforeAll(async () => {
  // the alert limit is above the sandbox's float of ₦10,000,000
  const times = { PURCHASE_WAIT_MS: '15000', PROVIDER_BREAKER_RESET_MS: '1000' }; // the processes are cold
  const settings = { ...times, PROVIDER_FLOAT_ALERT_NAIRA: '20000000' };
  world = await startWorld({ workers: 2, settings });
});
afterAll(() => world?.stop());

/** The sum of a metric over all processes, of the samples that have all these labels. */
async function sum(name: string, ...labels: string[]): Promise<number> {
  const texts = await Promise.all(
    [...world.apis, ...world.workers].map(async ({ opsUrl }) => (await fetch(`${opsUrl}/metrics`)).text()),
  );
  const samples = texts.flatMap((text) => [...text.matchAll(new RegExp(`^topup_${name}\\{(.*)\\} (\\S+)$`, 'gm'))]);
  return samples
    .filter(([, found = '']) => labels.every((label) => found.includes(label)))
    .reduce((total, [, , value]) => total + Number(value), 0);
}

describe('operators do not see what goes wrong', () => {
  test('the metrics of all processes add up to what they did together', async () => {
    const { client, receiver } = world;
    await client.setWebhook(receiver.url);
    const refs = Array.from({ length: 6 }, () => randomUUID());
    const answers = await Promise.all(
      refs.map((ref, i) => client.buyAirtime({ ref, ...(i < 2 ? { phone: REJECTED } : {}) })),
    );
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
    expect(await sum('sold_kobo_total')).toBeGreaterThan(await sum('sold_cost_kobo_total'));
    expect(await sum('sold_cost_kobo_total')).toBeGreaterThan(0);
    expect(await sum('sold_unknown_cost_total')).toBe(0);
    expect(await sum('http_requests_total', 'route="/v1/airtime/purchase"')).toBe(6);
    expect(await sum('purchase_wait_seconds_count', 'outcome="successful"')).toBe(4);
    expect(await sum('accept_batch_purchases_sum')).toBe(6);
    expect(await sum('purchases_open')).toBe(0);
    expect(await sum('queue_jobs', 'state="waiting"')).toBe(0);
    expect(await sum('sweep_seconds_count', 'part="purchases"')).toBeGreaterThan(0);
    expect(await sum('scrape_failures_total')).toBe(0);
  });

  test('each worker has metrics of the float and its limit, and logs an alert', async () => {
    const mark = await eventually(
      () => sum('provider_float_alert_kobo'),
      (kobo) => kobo > 0,
    );
    expect(mark).toBe(2 * 2_000_000_000);
    expect(await sum('provider_float_kobo')).toBe(2 * 1_000_000_000);
    for (const worker of world.workers) {
      expect(worker.logs().filter(({ alert }) => alert === 'provider_float')).toMatchObject([
        { level: 'error', float: '10000000.00' },
      ]);
    }
  });

  test('a worker’s first check finds a changed wallet and an account that runs low', async () => {
    const poor = await world.addAccount(150);
    await world.clientFor(poor).buyAirtime({ ref: randomUUID() });
    expect(await sum('books_drift_kobo')).toBe(0);
    expect(await sum('accounts_low')).toBe(0);
    await world.sql('UPDATE wallet SET balance_kobo = balance_kobo - 7 WHERE account_id = $1', [world.account.id]);

    await world.addWorker();

    await eventually(
      async () => [await sum('books_drift_kobo'), await sum('accounts_low')],
      ([drift, low]) => drift === 7 && low === 1,
    );
    expect(await operatorsOf(world)('account', 'list', '--low')).toEqual([
      { id: poor.id, name: expect.any(String), balance: '50.00', spent: '100.00' },
    ]);
  });

  test('an open breaker is visible', async () => {
    expect(await sum('provider_breaker_state')).toBe(0);
    await setFloat(world, 50);
    expect((await world.client.buyAirtime({ ref: randomUUID() })).status).toBe(424);
    await eventually(
      () => sum('provider_breaker_state', 'breaker="provider"', 'reason="float"'),
      (state) => state === 2,
    );
    expect(await sum('provider_breaker_state')).toBe(2);
    expect(await sum('provider_breaker_accounts')).toBe(0);
  });
});
