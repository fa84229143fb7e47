import type { Mode } from '../account/mode';
import type { RequestLog } from '../generated/prisma/client';
import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { timeOfId } from '../shared/ids';

/** One request as its account sees it. `keyName` and `keyDisplay`: of its API key. */
export type LoggedRequest = RequestLog & { keyName: string; keyDisplay: string };

export const statusClasses = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

/** The answer about a purchase that failed and was refunded: its request was right, and so is no error. */
export const FAILED_PURCHASE = 424;

/** Undefined means no filter. Answered at `from` or later, and before `to`. */
export type RequestFilter = {
  /** `error`: 4xx or 5xx, `refused`: 4xx; neither has a failed purchase. */
  status?: number | StatusClass | 'error' | 'refused' | undefined;
  errorCode?: string | undefined;
  method?: string | undefined;
  path?: string | undefined;
  reference?: string | undefined;
  requestId?: string | undefined;
  apiKeyId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Older than the request `before`, newest first; or newer than the request `after`, oldest first. Both are ids. */
type RequestPage = { limit: number; before?: string | null; after?: string | null };

/** The most that a page reads of an account, 10 ms: a filter that matches nothing would read a million. */
const MOST_READ = 5_000;
/** Processes write their batches in turn: a request that is younger may get an older one before it. */
const SETTLED_MS = 2_000;

/** The columns in this order. `at` is ISO 8601, `request` and `answer` are JSON. No text is empty or has a tab. */
export type RequestRow = readonly [
  id: string,
  at: string,
  accountId: string,
  apiKeyId: string,
  requestId: string,
  method: string,
  path: string,
  status: number,
  errorCode: string | null,
  durationMs: number,
  reference: string | null,
  request: string | null,
  answer: string | null,
];

/**
 * For an account in a day of UTC: at most 0.5 GB. Beyond `bodyBytes` a call is kept without bodies, in some 350 bytes;
 * beyond `requests` it is only counted.
 */
const MOST_OF_DAY = {
  live: { bodyBytes: 128 * 1024 ** 2, requests: 1_000_000 },
  test: { bodyBytes: 16 * 1024 ** 2, requests: 100_000 },
} as const;

/**
 * Returns how many were kept within the day's allowances, which all api processes count together; a batch is judged as
 * a whole. `again`: the batch may be there already, which costs a fifth more. One text with tabs takes two thirds of
 * the CPU that JSON takes.
 */
export async function insertRequests(
  db: Db,
  rows: readonly RequestRow[],
  { again, most = MOST_OF_DAY }: { again: boolean; most?: Record<Mode, { bodyBytes: number; requests: number }> },
): Promise<number> {
  const lines = rows.map((row) => row.join('\t')).join('\n');
  const ofMode = (name: 'bodyBytes' | 'requests') =>
    sql`CASE a.mode WHEN 'test' THEN ${most.test[name]}::bigint ELSE ${most.live[name]}::bigint END`;
  return db.$executeRaw(sql`
    WITH line AS MATERIALIZED (
      SELECT f, f[3]::uuid AS account_id, (f[2]::timestamptz AT TIME ZONE 'UTC')::date AS day,
             coalesce(octet_length(f[12]), 0) + coalesce(octet_length(f[13]), 0) AS bytes
        FROM (SELECT string_to_array(line, E'\\t', '') AS f
                FROM string_to_table(${lines}::text, E'\\n') AS line OFFSET 0) AS row),
    batch AS (SELECT account_id, day, count(*) AS requests, sum(bytes) AS bytes FROM line GROUP BY 1, 2),
    counted AS (
      INSERT INTO request_log_day AS d (account_id, day, requests, body_bytes)
      SELECT account_id, day, requests, bytes FROM batch ORDER BY account_id, day
      ON CONFLICT (day, account_id)
      DO UPDATE SET requests = d.requests + EXCLUDED.requests, body_bytes = d.body_bytes + EXCLUDED.body_bytes
      RETURNING account_id, day, requests, body_bytes),
    room AS (
      SELECT b.account_id, b.day, c.body_bytes - b.bytes < ${ofMode('bodyBytes')} AS for_bodies
        FROM batch b JOIN counted c USING (account_id, day) LEFT JOIN account a ON a.id = b.account_id
       WHERE c.requests - b.requests < ${ofMode('requests')})
    INSERT INTO request_log (id, at, account_id, api_key_id, request_id, method, path, status, error_code, duration_ms,
                             reference, request, answer)
    SELECT f[1]::uuid, f[2]::timestamptz, f[3]::uuid, f[4]::uuid, f[5]::uuid, f[6], f[7], f[8]::smallint, f[9],
           f[10]::integer, f[11], ${body(12)}, ${body(13)}
      FROM line JOIN room USING (account_id, day)
       ${again ? sql`ON CONFLICT DO NOTHING` : sql``}`);
}

/** A body, or its size in its place, as of a body that is too long. */
const body = (place: 12 | 13) => {
  const text = sql`f[${place}::integer]`;
  return sql`CASE WHEN for_bodies THEN ${text}::jsonb
                  WHEN ${text} IS NOT NULL THEN jsonb_build_object('truncated', octet_length(${text})) END`;
};

/**
 * `next`: the id with which the next page begins; null at the end. A page that has read enough ends early, even without
 * a request. One `after` an id leaves out what is younger than 2 seconds, so that it never passes over a request.
 */
export async function listRequests(
  db: Db,
  accountId: string,
  filter: RequestFilter,
  { limit, before = null, after = null }: RequestPage,
): Promise<{ rows: LoggedRequest[]; next: string | null }> {
  const { from = null, to = null, errorCode = null, method = null, path = null, apiKeyId = null } = filter;
  const { reference, requestId = null } = filter;
  const [least, greatest] = statusRange(filter.status);
  const isWithoutFailed = filter.status === 'error' || filter.status === 'refused';
  // the API answers a request after it came, so it is soon found from there
  const ascending = after !== null || requestId !== null;
  const order = ascending ? sql`at, id` : sql`at DESC, id DESC`;
  const place = after ?? before;
  const window = sql`
    SELECT * FROM request_log
     WHERE account_id = ${accountId}::uuid
       AND at >= coalesce(${from}::timestamptz, '-infinity') AND at < coalesce(${to}::timestamptz, 'infinity')
       ${place === null ? sql`` : sql`AND (at, id) ${after === null ? sql`<` : sql`>`} (${timeOf(place)}, ${place}::uuid)`}
       ${after === null ? sql`` : sql`AND at < clock_timestamp() - ${SETTLED_MS}::integer * interval '1 millisecond'`}
       ${requestId === null ? sql`` : sql`AND at >= ${timeOf(requestId)}`}
       ${least >= 400 || errorCode !== null ? sql`AND status >= 400` : sql``}
       ${reference === undefined ? sql`` : sql`AND reference = ${reference}`}
     ORDER BY ${order}`;
  const rows = await db.$queryRaw<(LoggedRequest & { isEnd: boolean })[]>(sql`
    WITH page AS MATERIALIZED (
      SELECT * FROM (${window} LIMIT ${MOST_READ}::integer) seen
       WHERE status BETWEEN ${least}::integer AND ${greatest}::integer
         ${isWithoutFailed ? sql`AND status <> ${FAILED_PURCHASE}::integer` : sql``}
         AND (${errorCode}::text IS NULL OR error_code = ${errorCode}::text)
         AND (${method}::text IS NULL OR method = ${method}::text)
         AND (${path}::text IS NULL OR path = ${path}::text)
         AND (${apiKeyId}::uuid IS NULL OR api_key_id = ${apiKeyId}::uuid)
         AND (${requestId}::uuid IS NULL OR request_id = ${requestId}::uuid)
       ORDER BY ${order} LIMIT ${limit + 1}::integer),
    found AS (
      SELECT false AS "isEnd", page.* FROM page
       UNION ALL
      SELECT true, ending.* FROM (${window} OFFSET ${MOST_READ - 1}::integer LIMIT 1) ending
       WHERE (SELECT count(*) FROM page) <= ${limit}::integer)
    SELECT "isEnd", ${COLUMNS} FROM found r ${OF_KEY} ORDER BY "isEnd", ${order}`);
  const found = rows.filter(({ isEnd }) => !isEnd).map(({ isEnd, ...row }) => row);
  const last = found.length > limit ? found[limit - 1] : rows.find(({ isEnd }) => isEnd);
  return { rows: found.slice(0, limit), next: last?.id ?? null };
}

/** One request of an account; null when it has none with this id, or not any more. */
export async function readRequest(db: Db, accountId: string, id: string): Promise<LoggedRequest | null> {
  const [row] = await db.$queryRaw<LoggedRequest[]>(sql`
    SELECT ${COLUMNS} FROM request_log r ${OF_KEY}
     WHERE r.account_id = ${accountId}::uuid AND r.at = ${timeOf(id)} AND r.id = ${id}::uuid`);
  return row ?? null;
}

/**
 * Drops one day that is over 30 days old, or adds one. Returns its partition; null when nothing is left to do, or
 * another process does it. Fails without a lock within 200 ms.
 */
export async function keepRequestLog(db: DbOrTransaction): Promise<string | null> {
  const [row] = await db.$queryRaw<{ partition: string | null }[]>(sql`SELECT keep_request_log() AS partition`);
  return row?.partition ?? null;
}

function statusRange(status: RequestFilter['status']): [number, number] {
  if (status === undefined) return [0, 999];
  if (status === 'error') return [400, 599];
  if (status === 'refused') return [400, 499];
  if (typeof status === 'number') return [status, status];
  const first = Number(status[0]) * 100;
  return [first, first + 99];
}

/** Of a version 7 id, whatever its version says: a stranger's id has a time at which there is nothing. */
const timeOf = (id: string) => sql`(timestamptz 'epoch' + ${timeOfId(id)}::bigint * interval '1 millisecond')`;

const COLUMNS = sql`
  r.id, r.at, r.account_id AS "accountId", r.api_key_id AS "apiKeyId", r.request_id AS "requestId", r.method, r.path,
  r.status, r.error_code AS "errorCode", r.duration_ms AS "durationMs", r.reference, r.request, r.answer,
  k.name AS "keyName", k.display AS "keyDisplay"`;

const OF_KEY = sql`JOIN api_key k ON k.id = r.api_key_id`;
