import { type Db, sql } from '../shared/db';
import { toInterval } from '../shared/interval';

/** A message to be sent now: the token of a prepaid electricity purchase. `attempt` counts from 1. */
export type ClaimedNotification = {
  id: string;
  attempt: number;
  purchaseId: string;
  requestRef: string;
  phone: string;
  disco: string;
  meterNumber: string;
  amountKobo: bigint;
  token: string;
  bonusToken: string | null;
  units: string | null;
};

/**
 * Takes a queued message for one attempt: at once when it is its first, later only when it is due. Until `retryMs` from now nobody else takes it;
 * a sender that dies lets it be sent again. Null when it is not to be sent now.
 */
export async function claimNotification(db: Db, id: string, retryMs: number): Promise<ClaimedNotification | null> {
  const [row] = await db.$queryRaw<ClaimedNotification[]>(sql`
    UPDATE notification n SET attempts = n.attempts + 1, next_attempt_at = clock_timestamp() + ${toInterval(retryMs)}::interval
      FROM purchase p
     WHERE n.id = ${id}::uuid AND p.id = n.purchase_id AND n.state = 'queued' AND (n.attempts = 0 OR n.next_attempt_at <= clock_timestamp())
    RETURNING n.id, n.attempts AS attempt, p.id AS "purchaseId", p.request_ref AS "requestRef", p.provider_order ->> 'contactPhone' AS phone, p.details ->> 'disco' AS disco,
              p.details ->> 'meter_number' AS "meterNumber", p.amount_kobo AS "amountKobo", p.result ->> 'token' AS token,
              p.result ->> 'bonus_token' AS "bonusToken", p.result ->> 'units' AS units`);
  return row ?? null;
}

/** Ends a message: `error` null when it was sent, else why it is given up. */
export async function finishNotification(db: Db, id: string, error: string | null): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE notification SET state = ${error === null ? 'sent' : 'failed'}, finished_at = clock_timestamp(), next_attempt_at = NULL, error = ${error}
     WHERE id = ${id}::uuid AND state = 'queued'`);
}

/** Puts the next attempt off, and notes what went wrong with this one. */
export async function postponeNotification(db: Db, id: string, error: string, delayMs: number): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE notification SET error = ${error}, next_attempt_at = clock_timestamp() + ${toInterval(delayMs)}::interval
     WHERE id = ${id}::uuid AND state = 'queued'`);
}

/** Messages that are due and that nobody was woken for, oldest first. */
export async function dueNotifications(db: Db, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM notification WHERE next_attempt_at IS NOT NULL AND next_attempt_at <= clock_timestamp() ORDER BY next_attempt_at LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}
