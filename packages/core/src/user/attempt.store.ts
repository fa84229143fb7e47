import { createHash } from 'node:crypto';
import { type Db, type DbOrTransaction, onlyRow, type Sql, sql } from '../shared/db';
import { toInterval } from '../shared/interval';

/** At most `limit` attempts in the `windowMs` after the first one, counted over all processes. */
export type AttemptRule = { name: string; limit: number; windowMs: number };

/**
 * After `free` attempts each further one waits longer: 1 s, 2 s, 4 s … up to `maxMs`. Attempts are forgotten when none
 * was made for `forgetMs`. Counted over all processes.
 */
export type GrowingRule = { name: string; free: number; maxMs: number; forgetMs: number };

const FIRST_WAIT_MS = 1_000;
/** 2 to this power, in seconds, is longer than any wait. */
const MAX_DOUBLINGS = 20;

/**
 * Counts an attempt before it is made, so that parallel attempts do not all see the same count.
 * @param subject who or what is limited, such as an address; only its hash is stored
 * @returns 0 when the attempt may be made, otherwise the seconds until the next one may
 */
export async function consumeAttempt(
  db: DbOrTransaction,
  { name, limit, windowMs }: AttemptRule,
  subject: string,
): Promise<number> {
  const rows = await db.$queryRaw<{ count: number; waitS: number }[]>(sql`
    INSERT INTO dashboard_rate_limit AS l (key, count, ends_at)
    VALUES (${keyOf(name, subject)}, 1, now() + ${toInterval(windowMs)}::interval)
    ON CONFLICT (key) DO UPDATE SET count = CASE WHEN l.ends_at <= now() THEN 1 ELSE l.count + 1 END,
                                    ends_at = CASE WHEN l.ends_at <= now() THEN excluded.ends_at ELSE l.ends_at END
    RETURNING count, greatest(1, ceil(extract(epoch FROM ends_at - now())))::int AS "waitS"`);
  const { count, waitS } = onlyRow(rows, 'an attempt');
  return count > limit ? waitS : 0;
}

/** How many seconds the next attempt has to wait; 0: none. Counts nothing. */
export async function attemptWait(db: Db, { name, limit }: AttemptRule, subject: string): Promise<number> {
  const [row] = await db.$queryRaw<{ waitS: number }[]>(sql`
    SELECT ceil(extract(epoch FROM ends_at - clock_timestamp()))::int AS "waitS" FROM dashboard_rate_limit
     WHERE key = ${keyOf(name, subject)} AND count >= ${limit}::integer AND ends_at > clock_timestamp()`);
  return row?.waitS ?? 0;
}

/** The same under a growing rule. An attempt that may not be made yet is not counted. */
export async function consumeGrowing(db: Db, rule: GrowingRule, subject: string): Promise<number> {
  const key = keyOf(rule.name, subject);
  const isOver = sql`l.ends_at <= clock_timestamp()`;
  const count = sql`CASE WHEN ${isOver} THEN 1 ELSE l.count + 1 END`;
  // a row that may not be counted yet is not updated, and so not returned
  const counted = await db.$executeRaw(sql`
    INSERT INTO dashboard_rate_limit AS l (key, count, ends_at, next_at)
    VALUES (${key}, 1, clock_timestamp() + ${toInterval(rule.forgetMs)}::interval, ${nextAt(rule, sql`1`)})
    ON CONFLICT (key) DO UPDATE SET count = ${count}, ends_at = excluded.ends_at, next_at = ${nextAt(rule, count)}
     WHERE l.next_at IS NULL OR l.next_at <= clock_timestamp() OR ${isOver}`);
  if (counted === 1) return 0;
  const [row] = await db.$queryRaw<{ waitS: number }[]>(sql`
    SELECT greatest(1, ceil(extract(epoch FROM next_at - clock_timestamp())))::int AS "waitS"
      FROM dashboard_rate_limit WHERE key = ${key}`);
  return row?.waitS ?? 1;
}

/** When the attempt after this many may be made. */
const nextAt = ({ free, maxMs }: GrowingRule, count: Sql) => sql`
  CASE WHEN ${count} >= ${free}::integer THEN clock_timestamp() + least(
    ${toInterval(maxMs)}::interval,
    ${toInterval(FIRST_WAIT_MS)}::interval * 2 ^ least(${count} - ${free}::integer, ${MAX_DOUBLINGS}::integer)) END`;

/** Takes one attempt back, because it was correct, or was not made. */
export async function undoAttempt(db: Db, { name }: Pick<AttemptRule, 'name'>, subject: string): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE dashboard_rate_limit SET count = count - 1, next_at = NULL
     WHERE key = ${keyOf(name, subject)} AND count > 0`);
}

export async function resetAttempts(db: Db, { name }: Pick<AttemptRule, 'name'>, subject: string): Promise<void> {
  await db.$executeRaw(sql`DELETE FROM dashboard_rate_limit WHERE key = ${keyOf(name, subject)}`);
}

const keyOf = (name: string, subject: string): string =>
  `${name}:${createHash('sha256').update(subject).digest('base64url')}`;
