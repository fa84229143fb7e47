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

/** For which processes a role of the database is: api and worker, the dashboard, or `ops`. */
export type RoleFor = 'service' | 'dashboard' | 'ops';

/** A function that only the roles of one kind may call: without it a process would start, and fail at its work. */
const FUNCTION_OF: Record<RoleFor, string> = {
  service: 'accept_purchases',
  dashboard: 'decide_approval',
  ops: 'change_sign_in',
};

/** Why a process must not work with the role of DATABASE_URL; null when it may, as with the owner of the tables. */
export async function roleFault(db: Db, roleFor: RoleFor): Promise<string | null> {
  const [row] = await db.$queryRaw<{ role: string; may: boolean | null }[]>`
    SELECT current_user AS role, bool_or(has_function_privilege(oid, 'EXECUTE')) AS may
      FROM pg_proc WHERE proname = ${FUNCTION_OF[roleFor]} AND pronamespace = 'public'::regnamespace`;
  return row?.may
    ? null
    : `DATABASE_URL has the role ${row?.role}, which lacks rights of this process: use one of \`db:grant --for ${roleFor}\`.`;
}

/**
 * Returns the warnings of a process once it is connected: a clock that is off, and the role that owns the tables.
 * @throws Error when the clocks are more than five minutes apart, or the role is for other processes
 */
export async function serverWarnings(db: Db, clock: Pick<Clock, 'now'>, roleFor: RoleFor): Promise<string[]> {
  const fault = await roleFault(db, roleFor);
  if (fault !== null) throw new Error(fault);
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
