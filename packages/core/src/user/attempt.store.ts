import { createHash } from 'node:crypto';
import { type Db, sql } from '../shared/db';

/** What is counted: at most `limit` tries of this in `windowMs` from the first one on, over all processes. */
export type AttemptRule = { name: string; limit: number; windowMs: number };

/** Counts a try before it is made, so that many at once are not judged by the same count. Answers 0 when it may be made, else after how many seconds. */
export async function consumeAttempt(db: Db, { name, limit, windowMs }: AttemptRule, whose: string): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number; waitS: number }[]>(sql`
    INSERT INTO dashboard_rate_limit AS l (key, count, ends_at) VALUES (${keyOf(name, whose)}, 1, now() + ${windowMs} * interval '1 ms')
    ON CONFLICT (key) DO UPDATE SET count = CASE WHEN l.ends_at <= now() THEN 1 ELSE l.count + 1 END,
                                    ends_at = CASE WHEN l.ends_at <= now() THEN excluded.ends_at ELSE l.ends_at END
    RETURNING count, greatest(1, ceil(extract(epoch FROM ends_at - now())))::int AS "waitS"`);
  if (row === undefined) throw new Error('an attempt was not counted');
  return row.count > limit ? row.waitS : 0;
}

/** Takes one try back: it was no wrong one. */
export async function undoAttempt(db: Db, { name }: AttemptRule, whose: string): Promise<void> {
  await db.$executeRaw(
    sql`UPDATE dashboard_rate_limit SET count = count - 1 WHERE key = ${keyOf(name, whose)} AND count > 0`,
  );
}

/** Begins anew. */
export async function resetAttempts(db: Db, { name }: AttemptRule, whose: string): Promise<void> {
  await db.$executeRaw(sql`DELETE FROM dashboard_rate_limit WHERE key = ${keyOf(name, whose)}`);
}

const keyOf = (name: string, whose: string): string =>
  `${name}:${createHash('sha256').update(whose).digest('base64url')}`;
