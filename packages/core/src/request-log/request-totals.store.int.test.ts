import { testPool, useDatabase } from '@topup/testkit';
import type { Db } from '../shared/db';
import { newId } from '../shared/ids';
import { tableStatistics } from '../testing/table-statistics';
import { sumRequests } from './request-rates.store';

const HOUR_MS = 3_600_000;
/** A day without a partition of its own, so that all requests are in one table. */
const SINCE = Date.parse('2026-01-10T00:00:00Z');
const HOURS = [0, 1, 2].map((n) => ({
  since: new Date(SINCE + n * HOUR_MS),
  until: new Date(SINCE + (n + 1) * HOUR_MS),
}));

const database = useDatabase();
let one: Db;
beforeAll(() => {
  one = testPool(database.url, 1);
});
afterAll(() => one.$disconnect());

/** So many requests at one time. */
const log = (accountId: string, atMs: number, status: number, count = 1) => one.$executeRaw`
  INSERT INTO request_log (id, at, account_id, api_key_id, request_id, method, path, status, duration_ms)
  SELECT gen_random_uuid(), ${new Date(SINCE + atMs)}, ${accountId}::uuid, ${accountId}::uuid, gen_random_uuid(), 'GET',
         '/v1/wallet/balance', ${status}::smallint, 5
    FROM generate_series(1, ${count}::integer)`;

test('requests count in the span in which the API answered them, and errors as what they are', async () => {
  const accountId = newId();
  for (const status of [200, 202, 0, 400, 424, 499, 500, 599]) await log(accountId, 0, status);
  await log(accountId, HOUR_MS - 1, 200);
  await log(accountId, 2 * HOUR_MS, 429);
  await log(accountId, -1, 500);
  await log(accountId, 3 * HOUR_MS, 500);
  await log(newId(), 0, 500);
  expect(await sumRequests(one, accountId, HOURS)).toEqual([
    { requests: 9, refused: 2, failed: 2, unsold: 1 },
    { requests: 0, refused: 0, failed: 0, unsold: 0 },
    { requests: 1, refused: 1, failed: 0, unsold: 0 },
  ]);
});

test('a count reads no requests of other accounts or hours, and only the index of what succeeded', async () => {
  const accountId = newId();
  for (const hours of [-1, 0, 3]) await log(accountId, hours * HOUR_MS, 200, 3_000);
  await log(accountId, 0, 400, 20);
  for (let n = 0; n < 5; n += 1) await log(newId(), 0, 500, 3_000);
  await one.$executeRaw`VACUUM ANALYZE request_log`;
  const before = await tableStatistics(one, 'request_log_default');
  expect((await sumRequests(one, accountId, HOURS))[0]).toEqual({ requests: 3_020, refused: 20, failed: 0, unsold: 0 });
  const after = await tableStatistics(one, 'request_log_default');
  expect(after.sequentialScans).toBe(before.sequentialScans);
  expect(after.entriesRead - before.entriesRead).toBe(3_020 + 20);
  expect(after.blocksRead - before.blocksRead).toBeLessThan(100);
});
