import { testPool, useDatabase } from '@topup/testkit';
import type { Db } from '../shared/db';
import { newId } from '../shared/ids';
import { tableStatistics } from '../testing/table-statistics';
import { SAMPLE_PARTS, SAMPLE_REQUESTS, sampleRequests } from './request-rates.store';

const HOUR_MS = 3_600_000;
/** A day without a partition of its own, so that all requests are in one table. */
const SINCE = new Date('2026-01-10T00:00:00Z');
const hour = (n: number) => new Date(SINCE.getTime() + n * HOUR_MS);
const DAY = Array.from({ length: 24 }, (_, n) => ({ since: hour(n), until: hour(n + 1) }));
const PART_MS = HOUR_MS / SAMPLE_PARTS;

const database = useDatabase();
let one: Db;
beforeAll(() => {
  one = testPool(database.url, 1);
});
afterAll(() => one.$disconnect());

/** Evenly many requests to one endpoint from `atMs` after SINCE on, of each the n-th takes n ms. */
async function log(accountId: string, given: { atMs: number; stepMs: number; count: number; status?: number }) {
  const { atMs, stepMs, count, status = 200 } = given;
  await one.$executeRaw`
    INSERT INTO request_log (id, at, account_id, api_key_id, request_id, method, path, status, duration_ms)
    SELECT gen_random_uuid(), ${SINCE}::timestamptz + make_interval(secs => (${atMs}::float8 + n * ${stepMs}::float8) / 1000),
           ${accountId}::uuid, ${accountId}::uuid, gen_random_uuid(), 'POST', '/v1/airtime/purchase', ${status}::smallint, n
      FROM generate_series(1, ${count}::integer) n`;
}

describe('a plot that is wrong, or costs more the more an account asks', () => {
  test('few requests are all counted, each in its point, and none of before, after or another account', async () => {
    const accountId = newId();
    await log(accountId, { atMs: 0, stepMs: 1, count: 10, status: 424 }); // no error: its purchase failed
    await log(accountId, { atMs: HOUR_MS, stepMs: 1, count: 5, status: 400 });
    await log(accountId, { atMs: HOUR_MS, stepMs: 1, count: 5, status: 0 });
    await log(accountId, { atMs: -10, stepMs: 1, count: 9 });
    await log(accountId, { atMs: 24 * HOUR_MS - 1, stepMs: 1, count: 5 });
    await log(newId(), { atMs: 0, stepMs: 1, count: 50, status: 500 });
    const { isSample, endpoints } = await sampleRequests(one, accountId, DAY);
    expect(isSample).toBe(false);
    const endpoint = { method: 'POST', path: '/v1/airtime/purchase' };
    expect(endpoints.toSorted((a, b) => (a.point ?? 99) - (b.point ?? 99))).toEqual([
      { ...endpoint, point: 0, requests: 10, errors: 0, p50Ms: 5, p95Ms: 10 },
      { ...endpoint, point: 1, requests: 10, errors: 10, p50Ms: 3, p95Ms: 5 },
      { ...endpoint, point: null, requests: 20, errors: 10, p50Ms: 4, p95Ms: 9 },
    ]);
  });

  test('up to 10,000 requests are all counted, even if they come at once; of more, a sample is', async () => {
    const accountId = newId();
    await log(accountId, { atMs: 0, stepMs: 1, count: 1_000 });
    await log(accountId, { atMs: 1_000, stepMs: 1, count: 9_000, status: 500 });
    const whole = await sampleRequests(one, accountId, DAY);
    expect(whole.isSample).toBe(false);
    expect(whole.endpoints.find(({ point }) => point === null)).toMatchObject({ requests: 10_000, errors: 9_000 });
    await log(accountId, { atMs: HOUR_MS, stepMs: 1, count: 1 });
    const sampled = await sampleRequests(one, accountId, DAY);
    expect(sampled.isSample).toBe(true);
    expect(sampled.endpoints.find(({ point }) => point === null)).toMatchObject({ requests: SAMPLE_REQUESTS + 1 });
  });

  test('an hour of 24,000 requests costs no more than the count allows, and a trouble at its begin is in it', async () => {
    const [busy, quiet] = [newId(), newId()];
    await log(quiet, { atMs: 0, stepMs: PART_MS / SAMPLE_REQUESTS, count: SAMPLE_PARTS * SAMPLE_REQUESTS - 1 });
    await log(busy, { atMs: 0, stepMs: 12, count: PART_MS / 12 - 1, status: 500 });
    await log(busy, { atMs: PART_MS, stepMs: 143, count: 23_000 });
    await one.$executeRaw`ANALYZE request_log`;
    const sample = async (accountId: string) => {
      const before = await tableStatistics(one, 'request_log_default');
      const { endpoints } = await sampleRequests(one, accountId, DAY);
      const after = await tableStatistics(one, 'request_log_default');
      expect(after.sequentialScans).toBe(before.sequentialScans);
      return { hour: endpoints.find(({ point }) => point === 0), entries: after.entriesRead - before.entriesRead };
    };
    const [ofQuiet, ofBusy] = [await sample(quiet), await sample(busy)];
    const most = SAMPLE_PARTS * SAMPLE_REQUESTS;
    expect(ofQuiet.hour).toMatchObject({ requests: most - 1, errors: 0 });
    expect(ofBusy.hour).toMatchObject({ requests: most, errors: SAMPLE_REQUESTS });
    // the count before reads one entry more than the most that are all counted
    expect([ofQuiet.entries, ofBusy.entries]).toEqual([2 * (most - 1), 10_001 + most]);
  });
});
