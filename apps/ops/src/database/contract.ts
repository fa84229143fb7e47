import type { Say, Session } from './session';

/** What the version before still needs and this one does not: the contracting half of migrations that have expanded. */
const RETIRED_INDEXES = [
  'purchase_request_ref_key',
  'purchase_account_id_created_at_idx',
  'webhook_event_open',
  'webhook_event_own_once',
  'webhook_event_purchase_id_idx',
];

/**
 * Drops what only the version before needs, when `now`; otherwise says that this is waiting. While it drops an index,
 * purchases go on: it waits for those that are under way, and nothing waits for it. Can be repeated after it broke off.
 */
export async function contract(session: Session, { now, say }: { now: boolean; say: Say }): Promise<void> {
  const { rows } = await session.query(
    `SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(format('public.%I', name)) IS NOT NULL`,
    [RETIRED_INDEXES],
  );
  const waiting: string[] = rows.map(({ name }) => name);
  if (waiting.length === 0) return;
  if (!now)
    return say(
      `waiting for the contraction: ${waiting.join(', ')}. ` +
        'When no process of the version before runs any more, run `npm run db:migrate -- --contract`',
    );
  for (const name of waiting) {
    // CONCURRENTLY: a plain DROP INDEX locks the table, and behind it every purchase waits for the longest reader
    await session.query(`DROP INDEX CONCURRENTLY IF EXISTS public."${name}"`);
    say(`dropped ${name}`);
  }
}
