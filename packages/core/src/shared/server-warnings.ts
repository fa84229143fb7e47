import type { Clock } from './clock';
import type { Db } from './db';

/** Receivers decline a timestamp five minutes off (Standard Webhooks), and VTpass a reference of another day. */
const MOST_OFF_MS = 300_000;
const WORTH_A_WARNING_MS = 2_000;

/**
 * How far the clock of this process is ahead of the database's, in milliseconds; behind: negative. 0 when the way there
 * and back can explain the difference.
 */
export async function clockOffsetMs(db: Db, clock: Pick<Clock, 'now'>): Promise<number> {
  const before = clock.now().getTime();
  const [row] = await db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  const after = clock.now().getTime();
  const at = row?.at.getTime() ?? after;
  return at < before ? before - at : at > after ? after - at : 0;
}

/**
 * What a process should warn of once it is connected: a clock that is off, and the role that owns the tables.
 * @throws Error when the clocks are more than five minutes apart
 */
export async function serverWarnings(db: Db, clock: Pick<Clock, 'now'>): Promise<string[]> {
  const offsetMs = await clockOffsetMs(db, clock);
  const off = `The clock of this machine and that of PostgreSQL are ${Math.round(Math.abs(offsetMs) / 1_000)} s apart`;
  if (Math.abs(offsetMs) > MOST_OFF_MS) throw new Error(`${off}. Set both by NTP, then start again.`);
  const [row] = await db.$queryRaw<{ owns: boolean }[]>`
    SELECT pg_has_role(current_user, relowner, 'USAGE') AS owns FROM pg_class WHERE oid = 'purchase'::regclass`;
  return [
    ...(Math.abs(offsetMs) > WORTH_A_WARNING_MS ? [off] : []),
    ...(row?.owns ? ['DATABASE_URL has the role that owns the tables: use one that db:grant has made'] : []),
  ];
}
