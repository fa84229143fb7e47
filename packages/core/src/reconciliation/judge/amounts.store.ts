import { Prisma } from '../../generated/prisma/client';
import { idRange } from '../../reporting/service-totals.store';
import { type Sql, sql } from '../../shared/db';

/** A row, and what it is about, may be recorded so long after the send. Before, nothing counts as missing. */
export const MATURE_MS = 3_600_000;

/** A purchase is sent within half an hour after it was accepted; this is twice as long. */
const SENT_WITHIN_MS = 3_600_000;

/** The ids of the purchases that were sent in a span: they were accepted a little before. */
export const sentRange = ({ since, until }: { since: Date; until: Date }, column = sql`a.purchase_id`) =>
  idRange({ since: new Date(since.getTime() - SENT_WITHIN_MS), until }, column);

/** The amount of a row: above zero is money that they took. */
export const signedAmount = (row = 'r') => {
  const of = (column: string) => Prisma.raw(`${row}.${column}`);
  return sql`CASE ${of('direction')} WHEN 'debit' THEN ${of('amount_kobo')} ELSE -${of('amount_kobo')} END`;
};

/** Sums the rows of an attempt: `debits` of them took money, and `net` is what they took in all. */
export const chargedOf = (purchaseId: Sql, number: Sql) => sql`
  SELECT count(*) FILTER (WHERE r.direction = 'debit') AS debits, sum(${signedAmount()}) AS net
    FROM statement_match m JOIN statement_row r ON r.id = m.row_id
   WHERE m.purchase_id = ${purchaseId} AND m.number = ${number}`;

/**
 * The cost of a delivered order: as it was booked, or else what its statement (`charged`, see chargedOf) charged once;
 * null when neither is known.
 */
export const knownCost = (costKobo: Sql, charged: Sql) =>
  sql`coalesce(${costKobo}, CASE WHEN ${charged}.debits = 1 THEN ${charged}.net END)`;

/** The purchases of a provider that were a success, and were refunded after a moment. */
export const refundedSince = (provider: string, since: Date) => sql`
  SELECT h.purchase_id, q.attempt AS number FROM purchase_history h JOIN purchase q ON q.id = h.purchase_id
   WHERE h.from_status = 'success' AND h.to_status = 'refunded' AND h.at > ${since} AND q.provider = ${provider}
     AND q.sends = 1`;

/** Whether an order was sent on a day that is closed. */
export const ofClosedDay = (provider: Sql, sentAt: Sql) => sql`
  EXISTS (SELECT FROM closed_day d WHERE d.provider = ${provider} AND ${sentAt} >= d.opens_at AND ${sentAt} < d.closes_at)`;

/** Those of them that were sent on a day that is closed. */
export const refundedLate = (provider: string, since: Date) =>
  sql`${refundedSince(provider, since)} AND ${ofClosedDay(sql`q.provider`, sql`q.sent_at`)}`;
