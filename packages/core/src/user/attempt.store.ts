import { createHash } from 'node:crypto';
import { type Db, sql } from '../shared/db';
import { toInterval } from '../shared/interval';

/** At most `limit` attempts in the `windowMs` after the first one, counted over all processes. */
export type AttemptRule = { name: string; limit: number; windowMs: number };

/**
 * Counts an attempt before it is made, so that parallel attempts do not all see the same count.
 * @param subject who or what is limited, such as an address; only its hash is stored
 * @returns 0 when the attempt may be made, otherwise the seconds until the next one may
 */
export async function consumeAttempt(db: Db, { name, limit, windowMs }: AttemptRule, subject: string): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number; waitS: number }[]>(sql`
    INSERT INTO dashboard_rate_limit AS l (key, count, ends_at)
    VALUES (${keyOf(name, subject)}, 1, now() + ${toInterval(windowMs)}::interval)
    ON CONFLICT (key) DO UPDATE SET count = CASE WHEN l.ends_at <= now() THEN 1 ELSE l.count + 1 END,
                                    ends_at = CASE WHEN l.ends_at <= now() THEN excluded.ends_at ELSE l.ends_at END
    RETURNING count, greatest(1, ceil(extract(epoch FROM ends_at - now())))::int AS "waitS"`);
  if (row === undefined) throw new Error('an attempt was not counted');
  return row.count > limit ? row.waitS : 0;
}

/** Takes one attempt back, because it was correct. */
export async function undoAttempt(db: Db, { name }: AttemptRule, subject: string): Promise<void> {
  await db.$executeRaw(
    sql`UPDATE dashboard_rate_limit SET count = count - 1 WHERE key = ${keyOf(name, subject)} AND count > 0`,
  );
}

/** Forgets all attempts. */
export async function resetAttempts(db: Db, { name }: AttemptRule, subject: string): Promise<void> {
  await db.$executeRaw(sql`DELETE FROM dashboard_rate_limit WHERE key = ${keyOf(name, subject)}`);
}

const keyOf = (name: string, subject: string): string =>
  `${name}:${createHash('sha256').update(subject).digest('base64url')}`;
