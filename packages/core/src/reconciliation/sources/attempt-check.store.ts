import { type Db, type DbOrTransaction, type Sql, sql } from '../../shared/db';
import { MATURE_MS, ofClosedDay, refundedLate, refundedSince, sentRange } from '../judge/amounts.store';
import type { DifferingAttempt, JudgedSpan } from '../judge/judge.store';

/** Answer of a provider that was asked again about an attempt. */
export type AttemptAnswer = 'delivered' | 'not_delivered' | 'reversed' | 'missing' | 'undecided';

const DAY_MS = 86_400_000;
/** A purchase whose refund could be wrong is asked about for so long. */
const REFUNDED_WITHIN_MS = 30 * DAY_MS;
/** Of a purchase `q`: nobody has asked about its last attempt since it ended. */
const NOT_ASKED_SINCE = sql`
  NOT EXISTS (SELECT FROM attempt_check c
               WHERE c.purchase_id = q.id AND c.number = q.attempt AND c.asked_at >= q.final_at)`;

/** Refunds of operators since a moment: the provider may deliver for a month what nobody knew when they decided. */
const refundedByOperator = (provider: string, since: Date) => sql`
  SELECT q.id, q.attempt, q.provider_ref, q.sent_at, q.final_at
    FROM cap_use u
    JOIN ledger_entry e ON e.id = u.entry_id AND e.kind = 'refund'
    JOIN purchase q ON q.id = e.purchase_id
   WHERE u.day >= (${since}::timestamptz AT TIME ZONE 'Africa/Lagos')::date AND q.provider = ${provider} AND q.sends = 1`;

/**
 * Attempts that are over and were sent at least an hour ago: one of a hundred of the last two days, always the same; of
 * these days each that the provider did not know; and each success that was refunded. These two are asked once more.
 * What an operator refunded is asked about once a day, until the provider says that it has delivered it.
 */
export function listSample(db: Db, { provider, now, limit }: { provider: string; now: Date; limit: number }) {
  const [since, until] = [new Date(now.getTime() - 2 * DAY_MS), new Date(now.getTime() - MATURE_MS)];
  const refundedFrom = new Date(now.getTime() - REFUNDED_WITHIN_MS);
  return db.$queryRaw<{ providerRef: string }[]>(sql`
    SELECT "providerRef" FROM (
      SELECT a.provider_ref AS "providerRef", a.sent_at FROM attempt a
       WHERE ${sentRange({ since, until })}
         AND a.provider = ${provider} AND a.sends = 1 AND a.sent_at >= ${since} AND a.sent_at < ${until}
         AND a.outcome NOT IN ('open', 'unsent')
         AND ('x' || left(md5(a.purchase_id::text || a.number), 8))::bit(32)::bigint % 100 = 0
         AND NOT EXISTS (SELECT FROM attempt_check c WHERE c.purchase_id = a.purchase_id AND c.number = a.number)
       UNION
      SELECT q.provider_ref, q.sent_at FROM purchase q
       WHERE ${sentRange({ since, until }, sql`q.id`)}
         AND q.provider = ${provider} AND q.cause_code = 'provider_never_had_it' AND q.final_at < ${until}
         AND ${NOT_ASKED_SINCE}
       UNION
      SELECT q.provider_ref, q.sent_at
        FROM (${refundedSince(provider, refundedFrom)}) refunded
        JOIN purchase q ON q.id = refunded.purchase_id
       WHERE ${NOT_ASKED_SINCE}
       UNION
      SELECT q.provider_ref, q.sent_at FROM (${refundedByOperator(provider, refundedFrom)}) q
       WHERE NOT EXISTS (
         SELECT FROM attempt_check c
          WHERE c.purchase_id = q.id AND c.number = q.attempt AND c.asked_at >= q.final_at
            AND (c.answer = 'delivered' OR c.asked_at > ${new Date(now.getTime() - DAY_MS)}))) asked
     ORDER BY sent_at LIMIT ${limit}`);
}

type AttemptCheck = {
  provider: string;
  providerRef: string;
  answer: AttemptAnswer;
  costKobo: bigint | null;
  askedAt: Date;
};

/** Keeps the answer about the attempt with this reference, in place of an earlier one. `askedAt`: or later. */
export async function keepAttemptCheck(db: Db, check: AttemptCheck): Promise<void> {
  const { provider, providerRef, answer, costKobo, askedAt } = check;
  const said = sql`${answer}, ${costKobo}::bigint, ${askedAt}::timestamptz`;
  await db.$executeRaw(sql`
    INSERT INTO attempt_check (purchase_id, number, provider, sent_at, answer, cost_kobo, asked_at)
    SELECT found.* FROM (
      SELECT q.id, q.attempt, q.provider, q.sent_at, ${said} FROM purchase q WHERE q.provider_ref = ${providerRef}
       UNION ALL
      SELECT c.purchase_id, c.number, c.provider, c.sent_at, ${said} FROM closed_attempt c WHERE c.provider_ref = ${providerRef}) found
     WHERE found.provider = ${provider}
    ON CONFLICT (purchase_id, number) DO UPDATE
       SET answer = excluded.answer, cost_kobo = excluded.cost_kobo, asked_at = excluded.asked_at`);
}

/** Makes the purchases due that nobody asks about any more because an operator decides them. Returns how many. */
export function askUnknownAgain(db: Db, provider: string): Promise<number> {
  return db.$executeRaw(sql`
    UPDATE purchase SET next_check_at = clock_timestamp()
     WHERE needs_review AND sends = 1 AND final_at IS NULL AND next_check_at IS NULL AND provider = ${provider}
       AND (claim_expires_at IS NULL OR claim_expires_at <= clock_timestamp())`);
}

/** An attempt about which the provider, asked after its end, says something other than what we have booked. */
export type CheckCase = DifferingAttempt & { answer: AttemptAnswer };

/** Of the attempts that were sent in a span. */
export const listCheckCases = (
  db: DbOrTransaction,
  { provider, since, until }: Pick<JudgedSpan, 'provider' | 'since' | 'until'>,
): Promise<CheckCase[]> =>
  checkCases(db, sql`c.provider = ${provider} AND c.sent_at >= ${since} AND c.sent_at < ${until}`);

/** Of the orders of closed days that were refunded after a moment. */
export const listRefundedCheckCases = (db: DbOrTransaction, provider: string, closedAt: Date): Promise<CheckCase[]> =>
  checkCases(db, sql`(c.purchase_id, c.number) IN (${refundedLate(provider, closedAt)})`);

/** Of the orders of closed days that were refunded before a moment: those that were delivered after all. */
export const listDeliveredLate = (db: DbOrTransaction, provider: string, closedAt: Date): Promise<CheckCase[]> =>
  checkCases(
    db,
    sql`c.provider = ${provider} AND c.sent_at >= ${new Date(closedAt.getTime() - 2 * REFUNDED_WITHIN_MS)}
        AND c.asked_at > ${closedAt} AND c.answer = 'delivered' AND a.outcome <> 'delivered'
        AND ${ofClosedDay(sql`c.provider`, sql`c.sent_at`)}
        AND (c.purchase_id, c.number) NOT IN (${refundedLate(provider, closedAt)})`,
  );

function checkCases(db: DbOrTransaction, which: Sql): Promise<CheckCase[]> {
  return db.$queryRaw<CheckCase[]>(sql`
    WITH checked AS (
      SELECT c.purchase_id, c.number, c.sent_at, c.answer, a.outcome, p.amount_kobo,
             CASE c.answer WHEN 'delivered' THEN coalesce(c.cost_kobo, a.cost_kobo, p.amount_kobo) ELSE 0 END AS charged,
             CASE a.outcome WHEN 'delivered' THEN coalesce(a.cost_kobo, c.cost_kobo, p.amount_kobo) ELSE 0 END AS booked
        FROM attempt_check c
        JOIN attempt a ON a.purchase_id = c.purchase_id AND a.number = c.number
        JOIN purchase p ON p.id = c.purchase_id
       WHERE ${which}
         AND c.answer <> 'undecided' AND a.outcome NOT IN ('open', 'unsent') AND c.asked_at >= a.ended_at)
    SELECT purchase_id AS "purchaseId", number, (sent_at AT TIME ZONE 'Africa/Lagos')::date::text AS day,
           sent_at AS "sentAt", outcome, answer, booked AS "bookedKobo", charged - booked AS "differenceKobo"
      FROM checked WHERE charged <> booked OR (answer = 'delivered') <> (outcome = 'delivered')
     ORDER BY sent_at, purchase_id`);
}
