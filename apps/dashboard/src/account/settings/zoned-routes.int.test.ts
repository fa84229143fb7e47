import { createKey } from '@topup/core/api-key';
import { newId, systemClock } from '@topup/core/shared';
import type { LedgerRow, Overview, Page, RequestRates, RequestRow, TransactionRow } from '@topup/dashboard-contract';
import { insertSold } from '@topup/testkit';
import { openAccountWorld } from '../../testing/account-world';

const { world, get, read } = openAccountWorld();

const ZONES = ['Africa/Lagos', 'America/New_York', 'Europe/London', 'Asia/Kathmandu'];
const HOUR_MS = 3_600_000;
/** With the nights in which the clocks of London and of New York go back. */
const [BEGIN, END] = [Date.parse('2026-10-20T00:00:00Z'), Date.parse('2026-11-06T00:00:00Z')];

/** An account in this zone, with a success every hour and a half from BEGIN on. */
async function accountIn(zone: string): Promise<string> {
  const account = await world().account();
  await world().db.account.update({ where: { id: account }, data: { timeZone: zone } });
  const times: Date[] = [];
  for (let at = BEGIN; at < END; at += 1.5 * HOUR_MS) times.push(new Date(at));
  await insertSold(
    world().db,
    times.map((at) => ({ accountId: account, at, reference: `at-${at.toISOString()}` })),
  );
  return account;
}

/** Returns the purchases that PostgreSQL counts on a day of the zone. */
async function soldOn(account: string, zone: string, day: string): Promise<string[]> {
  const rows = await world().db.$queryRaw<{ reference: string }[]>`
    SELECT request_ref AS reference FROM purchase
     WHERE account_id = ${account}::uuid AND (created_at AT TIME ZONE ${zone})::date = ${day}::date
     ORDER BY created_at DESC`;
  return rows.map(({ reference }) => reference);
}

/** The dashboard's clock shows this time. */
function itIs(at: string): void {
  world().ahead.ms = Date.parse(at) - systemClock.now().getTime();
}
afterAll(() => {
  world().ahead.ms = 0;
});

describe.each(ZONES)('an account in %s that reads days, sums and files of another zone', (zone) => {
  let account: string;
  beforeAll(async () => {
    account = await accountIn(zone);
  });

  test.each(['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-31', '2026-11-01', '2026-11-02'])(
    'the list and the file of %s have the purchases of that day by SQL',
    async (day) => {
      const sold = await soldOn(account, zone, day);
      expect(sold.length).toBeGreaterThan(14);
      const { rows } = await read<Page<TransactionRow>>(account, `/transactions?from=${day}&to=${day}&limit=100`);
      expect(rows.map(({ reference }) => reference)).toEqual(sold);
      const { text } = await get(account, `/transactions.csv?from=${day}&to=${day}`);
      const lines = text.trim().split('\r\n').slice(1);
      expect(lines.map((line) => line.split(',')[0])).toEqual(sold);
    },
  );

  test('times in files are those of the clocks there by SQL, with an offset that makes them exact', async () => {
    const written = await world().db.$queryRaw<{ reference: string; wall: string }[]>`
      SELECT request_ref AS reference, to_char(created_at AT TIME ZONE ${zone}, 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS wall
        FROM purchase WHERE account_id = ${account}::uuid ORDER BY created_at DESC`;
    const { text } = await get(account, '/transactions.csv');
    const lines = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','));
    expect(lines.map((cells) => [cells[0], cells[7]?.slice(0, 23)])).toEqual(
      written.map(({ reference, wall }) => [reference, wall]),
    );
    for (const [reference = '', , , , , , , createdAt = '', finalAt = ''] of lines) {
      expect(createdAt).toMatch(/[+-]\d\d:\d\d$/);
      expect(`at-${new Date(createdAt).toISOString()}`).toBe(reference);
      expect(finalAt).toBe(createdAt);
    }
  });

  test.each(['2026-10-26T03:30:00Z', '2026-11-02T04:30:00Z', '2026-11-02T05:30:00Z'])(
    'at %s the sums of today and of the days before are those by SQL',
    async (now) => {
      itIs(now);
      const { points, today } = await read<Overview>(account, '/overview?range=7d');
      const days = await world().db.$queryRaw<{ begins: Date; purchases: number }[]>`
        SELECT day AT TIME ZONE ${zone} AS begins,
               (SELECT count(*)::integer FROM purchase
                 WHERE account_id = ${account}::uuid AND (created_at AT TIME ZONE ${zone})::date = day::date) AS purchases
          FROM date_trunc('day', ${now}::timestamptz AT TIME ZONE ${zone}) AS today,
               generate_series(today - interval '6 days', today, '1 day') AS days (day)
         ORDER BY day`;
      expect(points.map(({ at, byStatus }) => [at, byStatus.success])).toEqual(
        days.map(({ begins, purchases }) => [begins.toISOString(), purchases]),
      );
      expect(today.all.count).toBe(days.at(-1)?.purchases);
      const rates = await read<RequestRates>(account, '/request-rates?range=30d');
      expect(rates.points.slice(-7)).toEqual(points.map(({ at }) => at));
    },
  );

  test('the ledger and the requests are filtered by the same days', async () => {
    itIs(new Date().toISOString());
    const { id: apiKeyId } = await createKey({ db: world().db, masterKey: Buffer.alloc(32, 7) }, account, 'Shop');
    const reference = await world().sell(account, {});
    const { createdAt } = await world().db.purchase.findFirstOrThrow({ where: { requestRef: reference } });
    await world().db.$executeRaw`
      INSERT INTO request_log (id, at, account_id, api_key_id, request_id, method, path, status, duration_ms)
      VALUES (${newId()}::uuid, ${createdAt}, ${account}::uuid, ${apiKeyId}::uuid, ${newId()}::uuid, 'GET', '/', 200, 1)`;
    const [{ today = '', yesterday = '' } = {}] = await world().db.$queryRaw<Record<string, string>[]>`
      SELECT day::text AS today, (day - 1)::text AS yesterday
        FROM (SELECT (${createdAt}::timestamptz AT TIME ZONE ${zone})::date) AS d (day)`;
    const counts = async (day: string) => {
      const query = `from=${day}&to=${day}`;
      const entries = await read<Page<LedgerRow>>(account, `/wallet/entries?kind=debit&${query}`);
      const requests = await read<Page<RequestRow>>(account, `/requests?${query}`);
      const file = await get(account, `/wallet/entries.csv?kind=debit&${query}`);
      return [entries.rows.length, requests.rows.length, file.text.trim().split('\r\n').length - 1];
    };
    expect(await counts(today)).toEqual([1, 1, 1]);
    expect(await counts(yesterday)).toEqual([0, 0, 0]);
  });
});
