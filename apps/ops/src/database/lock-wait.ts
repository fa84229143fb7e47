import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { Say, Session } from './session';

/**
 * How long a migration waits for a lock at one time; sessions that want the same table after it wait as long. Less than
 * the 2 s of a purchase, and more than the 1 s after which PostgreSQL ends an autovacuum that is in the way.
 */
export const LOCK_MS = 1_500;
const LOOK_MS = LOCK_MS / 3;
const NOT_FREE = ['55P03', '40P01'];

export type LockWait = {
  /** Between two attempts. Purchases go on in it. */
  pauseMs: number;
  /** After the first attempt that did not get its locks, so long is it tried again. */
  forMs: number;
  monotonicMs(): number;
};
const LOCK_WAIT: LockWait = { pauseMs: 5_000, forMs: 10 * 60_000, monotonicMs: () => performance.now() };

export class LockHeld extends Error {}

const BLOCKERS = `
  SELECT pid, application_name AS program, usename AS role, to_char(xact_start, 'YYYY-MM-DD HH24:MI:SS "UTC"') AS since
    FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1)) ORDER BY pid`;

/**
 * Sends a script that is one transaction, and that waits for no lock longer than LOCK_MS. Sends it again, after a
 * pause, while others hold what it needs, and says who they are. `watcher` is a second session, which looks.
 * @throws LockHeld when the wait ends; DatabaseError for any other fault. The script then changed nothing
 */
export async function sendWhenFree(
  { session, watcher, say }: { session: Session; watcher: Session; say: Say },
  script: string,
  { pauseMs, forMs, monotonicMs }: LockWait = LOCK_WAIT,
): Promise<void> {
  const { rows } = await session.query('SELECT pg_backend_pid() AS pid');
  let giveUpAt: number | undefined;
  let [holders, said] = ['another session', ''];
  for (;;) {
    const attempt = session.query(script).then(
      () => null,
      (error: unknown) => error,
    );
    while (await Promise.race([attempt.then(() => false), sleep(LOOK_MS, true, { ref: false })]))
      holders = (await blockersOf(watcher, rows[0].pid)) || holders;
    const error = await attempt;
    if (error === null) return;
    if (!(error instanceof DatabaseError && NOT_FREE.includes(error.code ?? ''))) throw error;
    giveUpAt ??= monotonicMs() + forMs;
    if (monotonicMs() >= giveUpAt)
      throw new LockHeld(
        `for ${forMs / 60_000} min a lock that it needs was held by ${holders}. Nothing was changed. ` +
          'Run this again when that work has ended',
      );
    const line = `waits for a lock, held by ${holders}; purchases go on. It is tried every ${pauseMs / 1_000} s`;
    if (line !== said) say(line);
    said = line;
    await sleep(pauseMs);
  }
}

/** Empty when nobody blocks it, or when that cannot be seen: the migration goes on without the names. */
async function blockersOf(watcher: Session, pid: number): Promise<string> {
  const found = await watcher.query(BLOCKERS, [pid]).catch(() => ({ rows: [] }));
  return found.rows
    .map(({ pid: holder, program, role, since }) => {
      // the server shows the time only for sessions of the same role, and to superusers
      const begun = since === null ? '' : `, in a transaction since ${since}`;
      return `session ${holder} (${program || 'no name'}, role ${role}${begun})`;
    })
    .join(', ');
}
