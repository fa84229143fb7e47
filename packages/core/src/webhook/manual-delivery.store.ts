import { type Db, sql } from '../shared/db';

export const testEventDetails = 'A test event: nothing was sold.';

/** Whose deliveries, and the user who asks. */
export type ManualDeliveryRequest = { accountId: string; askedBy: string };

/** Why nothing was written; `under_way`: one that was asked for before has not ended. */
export type ManualDeliveryRefusal = 'no_url' | 'no_key' | 'under_way';

/** Writes a test event, to be sent once to where the account's events go. At most one is under way. */
export async function insertTestEvent(
  db: Db,
  { accountId, askedBy }: ManualDeliveryRequest,
): Promise<{ id: string } | ManualDeliveryRefusal> {
  const [row] = await db.$queryRaw<Written[]>(sql`
    WITH asked AS (SELECT ${ready} FROM account a WHERE a.id = ${accountId}::uuid),
    written AS (
      INSERT INTO webhook_event (account_id, event, status, details, asked_by)
      SELECT ${accountId}::uuid, 'webhook.test', 'success', ${testEventDetails}, ${askedBy} FROM asked WHERE asked."hasUrl" AND asked."hasKey"
      ON CONFLICT (account_id) WHERE event = 'webhook.test' AND resent_from IS NULL AND state IN ('queued', 'sending') DO NOTHING
      RETURNING id)
    SELECT asked.*, (SELECT id FROM written) FROM asked`);
  if (row === undefined) throw new Error(`there is no account ${accountId}`);
  return outcomeOf(row);
}

/**
 * Writes a copy of a finished delivery, to be sent once under the same X-Webhook-Id. At most one copy of the same event is under way, whichever delivery of it
 * the copy was asked of. `unknown`: the account has no such delivery; `unfinished`: it is queued, or being sent.
 */
export async function insertResend(
  db: Db,
  deliveryId: string,
  asking: ManualDeliveryRequest,
): Promise<{ id: string } | ManualDeliveryRefusal | 'unknown' | 'unfinished'> {
  const [row] = await db.$queryRaw<(Written & { finished: boolean })[]>(sql`
    WITH asked AS (
      SELECT e.*, e.state IN ('delivered', 'undelivered') AS finished, ${ready}
        FROM webhook_event e JOIN account a ON a.id = e.account_id WHERE e.id = ${deliveryId}::uuid AND e.account_id = ${asking.accountId}::uuid),
    written AS (
      INSERT INTO webhook_event (account_id, purchase_id, event, status, details, resent_from, asked_by)
      SELECT o.account_id, o.purchase_id, o.event, o.status, o.details, coalesce(o.resent_from, o.id), ${asking.askedBy}
        FROM asked o WHERE o.finished AND o."hasUrl" AND o."hasKey"
      ON CONFLICT (resent_from) WHERE resent_from IS NOT NULL AND state IN ('queued', 'sending') DO NOTHING
      RETURNING id)
    SELECT asked.finished, asked."hasUrl", asked."hasKey", (SELECT id FROM written) FROM asked`);
  if (row === undefined) return 'unknown';
  return row.finished ? outcomeOf(row) : 'unfinished';
}

type Written = { id: string | null; hasUrl: boolean; hasKey: boolean };

/** Whether the account `a` can be sent anything. */
const ready = sql`
  a.webhook_url IS NOT NULL AS "hasUrl", EXISTS (SELECT FROM api_key k WHERE k.account_id = a.id AND k.revoked_at IS NULL) AS "hasKey"`;

function outcomeOf({ id, hasUrl, hasKey }: Written): { id: string } | ManualDeliveryRefusal {
  if (id !== null) return { id };
  if (!hasUrl) return 'no_url';
  return hasKey ? 'under_way' : 'no_key';
}
