import { fundedAccount, testPool, useDatabase } from '@topup/testkit';
import { tableStatistics } from '../testing/table-statistics';
import { type DeliveryFilter, type DeliveryState, listDeliveries } from './delivery-list.store';

const database = useDatabase({ max: 4 });
const BEGIN = Date.parse('2026-11-01T00:00:00Z');
const MINUTE_MS = 60_000;
const EVENTS = 20_000;

/** One event a minute, numbered from 0. Each tenth failed, in turn with 404, 500 and no answer. */
let accountId: string;
const at = (minute: number) => new Date(BEGIN + minute * MINUTE_MS);

beforeAll(async () => {
  accountId = await fundedAccount(database.db, 0n);
  await database.db.$executeRaw`
    INSERT INTO webhook_event (account_id, event, status, details, asked_by, state, http_status, created_at, finished_at)
    SELECT ${accountId}::uuid, CASE n % 3 WHEN 0 THEN 'data.purchase.success' ELSE 'airtime.purchase.success' END,
           'success', n::text, 'a test', CASE n % 10 WHEN 0 THEN 'undelivered' ELSE 'delivered' END,
           CASE WHEN n % 10 <> 0 THEN 200 ELSE (ARRAY[404, 500, NULL])[n / 10 % 3 + 1] END,
           ${at(0)}::timestamptz + n * interval '1 minute', now()
      FROM generate_series(0, ${EVENTS - 1}::integer) n`;
  await database.db.$executeRaw`VACUUM ANALYZE webhook_event`;
});

/** The numbers of the events on all pages of a list, and how many pages it has. */
async function all(filter: DeliveryFilter, limit = 100): Promise<{ minutes: number[]; pages: number }> {
  const minutes: number[] = [];
  let [before, pages]: [string | undefined, number] = [undefined, 0];
  do {
    const page = await listDeliveries(database.db, accountId, filter, { before, limit });
    minutes.push(...(page?.rows ?? []).map(({ details }) => Number(details)));
    before = page?.next ?? undefined;
    pages += 1;
  } while (before !== undefined);
  return { minutes, pages };
}

const countdown = (from: number, to: number) => Array.from({ length: from - to }, (_, n) => from - 1 - n);

describe('a delivery is not found, or its search reads everything', () => {
  test('days are cut exactly, wherever they are, and together with other filters', async () => {
    for (const [from, to] of [
      [0, 1],
      [2_999, 3_000],
      [EVENTS - 5, EVENTS],
      [1_000, 1_350],
    ] as const)
      expect((await all({ from: at(from), to: at(to) })).minutes).toEqual(countdown(to, from));
    expect((await all({ to: at(2) })).minutes).toEqual([1, 0]);
    expect((await all({ from: at(EVENTS) })).minutes).toEqual([]);
    const { minutes } = await all({ from: at(100), to: at(200), state: 'undelivered', event: 'data.purchase.success' });
    expect(minutes).toEqual([180, 150, 120]);
  });

  test('classes of HTTP statuses are found on every page, each once', async () => {
    const failed = (rest: number) => countdown(EVENTS, 0).filter((n) => n % 10 === 0 && (n / 10) % 3 === rest);
    expect((await all({ http: '4xx' }, 10)).minutes).toEqual(failed(0));
    expect((await all({ http: '5xx', to: at(3_000) })).minutes).toEqual(failed(1).filter((n) => n < 3_000));
    expect((await all({ http: 'none' })).minutes).toEqual(failed(2));
    const { minutes } = await all({ http: '2xx', from: at(18_000) });
    expect(minutes).toEqual(countdown(EVENTS, 18_000).filter((n) => n % 10 !== 0));
    expect(await all({ http: '3xx' })).toEqual({ minutes: [], pages: 3 }); // 2,000 failed
    expect((await all({ http: '2xx', state: 'undelivered' })).minutes).toEqual([]);
  });

  test('a page reads a bounded number of rows, and one without a match says where to go on', async () => {
    await database.db.$executeRaw`UPDATE webhook_event SET state = 'undelivered', http_status = 500`;
    await database.db.$executeRaw`VACUUM ANALYZE webhook_event`;
    const first = await listDeliveries(database.db, accountId, { http: '4xx' }, { limit: 50 });
    expect([first?.rows, typeof first?.next]).toEqual([[], 'string']);
    expect(await all({ http: '4xx' })).toMatchObject({ minutes: [], pages: 21 });
    const one = testPool(database.url, 1);
    try {
      for (const [filter, rows] of [
        [{ http: '4xx' }, 3_500],
        [{ from: at(10), to: at(20) }, 300],
      ] as const) {
        const before = (await tableStatistics(one, 'webhook_event')).rowsRead;
        await listDeliveries(one, accountId, filter, { limit: 50 });
        expect((await tableStatistics(one, 'webhook_event')).rowsRead - before).toBeLessThan(rows);
      }
    } finally {
      await one.$disconnect();
    }
  });

  test('a page of a test account passes over what had no URL, and reads a bounded number of rows', async () => {
    const { id: twin } = await database.db.account.findFirstOrThrow({ where: { twinOf: accountId } });
    const list = (state: DeliveryState) => listDeliveries(database.db, twin, { state }, { limit: 50 });
    await database.db.$executeRaw`
      INSERT INTO webhook_event (account_id, event, status, details, asked_by)
      SELECT ${twin}::uuid, 'data.purchase.success', 'success', 'x', 'a test' FROM generate_series(1, 1500)`;
    expect(await list('undelivered')).toEqual({ rows: [], next: expect.any(String) });
    const { rows = [] } = (await list('no_url')) ?? {};
    expect([rows.length, rows[0]?.state]).toEqual([50, 'no_url']);
    expect(await listDeliveries(database.db, accountId, { state: 'no_url' }, { limit: 50 })).toEqual({
      rows: [],
      next: null,
    });
  });
});
