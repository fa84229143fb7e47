import { maySign } from '../api-key/key.store';
import { type DbOrTransaction, type Sql, sql } from '../shared/db';
import { isHeard } from './event.store';
import { type EventName, testEventDetails, testEvents } from './test-event';

/** `askedBy`: the id of the user, or `key:` and the id of the API key, that requests it. */
export type ManualDeliveryRequest = { accountId: string; askedBy: string };

/** `written`: queued, under this id. `no_key`: nothing would sign it. `under_way`: an earlier one has not ended. */
export type ManualDeliveryOutcome = { kind: 'written'; id: string } | { kind: 'no_url' | 'no_key' | 'under_way' };

/**
 * Writes a test event for the account's webhook URL; for a test account also without one. At most one is under way.
 * @throws Error when there is no such account
 */
export async function insertTestEvent(
  db: DbOrTransaction,
  event: EventName,
  { accountId, askedBy }: ManualDeliveryRequest,
): Promise<ManualDeliveryOutcome> {
  const [row] = await db.$queryRaw<WriteResult[]>(sql`
    WITH requested AS (SELECT ${isHeard} AS "hasUrl", ${hasKey} FROM account a WHERE a.id = ${accountId}::uuid),
    written AS (
      INSERT INTO webhook_event (account_id, event, status, details, asked_by)
      SELECT ${accountId}::uuid, ${event}, ${testEvents[event]}, ${testEventDetails}, ${askedBy}
        FROM requested r WHERE r."hasUrl" AND r."hasKey"
      ON CONFLICT (account_id)
        WHERE purchase_id IS NULL AND resent_from IS NULL AND state IN ('queued', 'sending')
      DO NOTHING
      RETURNING id)
    SELECT requested.*, (SELECT id FROM written) FROM requested`);
  if (row === undefined) throw new Error(`there is no account ${accountId}`);
  return toOutcome(row);
}

/** `unfinished`: the delivery is still queued or being sent, so there is nothing to resend yet. */
export type ResendOutcome = ManualDeliveryOutcome | { kind: 'no_such_delivery' | 'unfinished' };

/** Writes a copy of a finished delivery, under the same X-Webhook-Id. At most one of an event is under way. */
export async function insertResend(
  db: DbOrTransaction,
  deliveryId: string,
  { accountId, askedBy }: ManualDeliveryRequest,
): Promise<ResendOutcome> {
  const [row] = await db.$queryRaw<(WriteResult & { finished: boolean })[]>(sql`
    WITH requested AS (
      SELECT e.*, e.state IN ('delivered', 'undelivered') AS finished,
             a.webhook_url IS NOT NULL AS "hasUrl", ${hasKey}
        FROM webhook_event e JOIN account a ON a.id = e.account_id
       WHERE e.id = ${deliveryId}::uuid AND e.account_id = ${accountId}::uuid
         FOR KEY SHARE OF e), -- it must not be deleted meanwhile (forget_events)
    written AS (${copyOf(sql`requested c WHERE c.finished AND c."hasUrl" AND c."hasKey"`, sql`${askedBy}`)} RETURNING id)
    SELECT requested.finished, requested."hasUrl", requested."hasKey", (SELECT id FROM written) FROM requested`);
  if (row === undefined) return { kind: 'no_such_delivery' };
  return row.finished ? toOutcome(row) : { kind: 'unfinished' };
}

/** Writes copies of the deliveries `c` in `from`, under their first ones. None of one that has a copy under way. */
export const copyOf = (from: Sql, askedBy: Sql): Sql => sql`
  INSERT INTO webhook_event (account_id, purchase_id, event, status, details, resent_from, asked_by)
  SELECT c.account_id, c.purchase_id, c.event, c.status, c.details, coalesce(c.resent_from, c.id), ${askedBy}
    FROM ${from}
  ON CONFLICT (resent_from) WHERE resent_from IS NOT NULL AND state IN ('queued', 'sending') DO NOTHING`;

type WriteResult = { id: string | null; hasUrl: boolean; hasKey: boolean };

/** Of the account `a`: without a key that may buy nothing can be signed. */
export const hasKey = sql`
  EXISTS (SELECT FROM api_key k WHERE k.account_id = a.id AND ${maySign}) AS "hasKey"`;

function toOutcome({ id, hasUrl, hasKey }: WriteResult): ManualDeliveryOutcome {
  if (id !== null) return { kind: 'written', id };
  if (!hasUrl) return { kind: 'no_url' };
  return { kind: hasKey ? 'under_way' : 'no_key' };
}
