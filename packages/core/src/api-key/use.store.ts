import { type Db, sql } from '../shared/db';

/** What a key bought on one Lagos day (`2026-11-23`), without what was refunded since. */
export type KeyDay = { day: string; purchases: number; spentKobo: bigint };

/** The days that are shown of each key, today's among them. */
export const SHOWN_DAYS = 14;

/**
 * What the keys of an account bought on each of the last 14 Lagos days, the oldest first and without gaps, by the id of
 * the key. It reads one row for each key and day with a purchase, however many purchases there were.
 */
export async function readKeyUse(db: Db, accountId: string): Promise<Map<string, KeyDay[]>> {
  const rows = await db.$queryRaw<(KeyDay & { keyId: string })[]>(sql`
    SELECT k.id AS "keyId", to_char(shown.day, 'YYYY-MM-DD') AS day, coalesce(bought.purchases, 0) AS purchases,
           coalesce(bought.spent_kobo, 0) AS "spentKobo"
      FROM (SELECT (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date AS day) today
     CROSS JOIN generate_series(today.day - ${SHOWN_DAYS - 1}::integer, today.day, interval '1 day') AS shown (day)
     CROSS JOIN api_key k
      LEFT JOIN api_key_day bought ON bought.key_id = k.id AND bought.day = shown.day::date
     WHERE k.account_id = ${accountId}::uuid
     ORDER BY k.id, shown.day`);
  const use = new Map<string, KeyDay[]>();
  for (const { keyId, ...day } of rows) use.set(keyId, [...(use.get(keyId) ?? []), day]);
  return use;
}
