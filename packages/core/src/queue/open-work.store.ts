import { type Db, sql } from '../shared/db';

/** `purchases`, `batches`, `events`, `resends`: some are open, perhaps none is due yet. The others: some are due. */
export type OpenWork = Record<
  'purchases' | 'batches' | 'unanswered' | 'events' | 'resends' | 'notifications' | 'mails',
  boolean
>;

/**
 * Answers in one statement what a sweep asks in nine. ORDER BY makes the planner read the first entry of each partial
 * index, however young its statistics are; the volatile clock_timestamp() would read on.
 */
export async function findOpenWork(db: Db): Promise<OpenWork> {
  const [open] = await db.$queryRaw<OpenWork[]>(sql`
    SELECT (SELECT true FROM purchase WHERE next_check_at IS NOT NULL
             ORDER BY sends, account_id, next_check_at LIMIT 1) IS NOT NULL AS purchases,
           (SELECT true FROM purchase_batch WHERE state = 'running'
             ORDER BY account_id LIMIT 1) IS NOT NULL AS batches,
           (SELECT true FROM purchase WHERE window_ends_at IS NOT NULL AND window_ends_at <= statement_timestamp()
             ORDER BY window_ends_at LIMIT 1) IS NOT NULL AS unanswered,
           coalesce((SELECT true FROM webhook_event WHERE state = 'queued' ORDER BY account_id, seq LIMIT 1),
                    (SELECT true FROM webhook_event WHERE state = 'sending' ORDER BY hashint8(seq) LIMIT 1))
             IS NOT NULL AS events,
           (SELECT true FROM webhook_resend WHERE finished_at IS NULL
             ORDER BY account_id LIMIT 1) IS NOT NULL AS resends,
           (SELECT true FROM notification WHERE next_attempt_at IS NOT NULL AND next_attempt_at <= statement_timestamp()
             ORDER BY next_attempt_at LIMIT 1) IS NOT NULL AS notifications,
           (SELECT true FROM mail WHERE next_attempt_at IS NOT NULL AND next_attempt_at <= statement_timestamp()
             ORDER BY next_attempt_at LIMIT 1) IS NOT NULL AS mails`);
  if (open === undefined) throw new Error('a statement without a table returns one row');
  return open;
}
