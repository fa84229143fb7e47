import { type ProductType, queuedProducts } from '../product/products';
import { SIMULATOR } from '../provider/provider.port';
import { type Db, type DbOrTransaction, sql } from '../shared/db';
import type { Availability, ServiceState } from './records';

export const availabilities = ['available', 'degraded', 'unavailable'] as const satisfies readonly Availability[];

/**
 * The state of each service that workers have noted. What workers sell is degraded a minute after the last of them
 * judged it, because nobody delivers it.
 */
export function listServiceStates(db: Db): Promise<ServiceState[]> {
  return db.$queryRaw<ServiceState[]>(sql`
    SELECT product_type AS "productType", service, CASE WHEN is_left THEN 'degraded' ELSE state END AS state,
           CASE WHEN is_left THEN judged_at ELSE since END AS since,
           CASE WHEN message_until > clock_timestamp() THEN message END AS message,
           CASE WHEN message_until > clock_timestamp() THEN message_until END AS "messageUntil"
      FROM service_state
     CROSS JOIN LATERAL (
             SELECT coalesce(state = 'available' AND product_type = ANY (${queuedProducts})
                             AND judged_at < clock_timestamp() - interval '1 minute', false) AS is_left) workers`);
}

/** A minute old, or only written with a message. */
const IS_OLD = sql`(s.judged_at IS NULL OR s.since <= clock_timestamp() - interval '1 minute')`;

/**
 * Notes the states of now, and three times a minute that they are still judged. One that began less than a minute ago
 * stays, so that nobody sees it flap.
 */
export async function noteServiceStates(
  db: Db,
  states: readonly Pick<ServiceState, 'productType' | 'service' | 'state'>[],
): Promise<void> {
  await db.$executeRaw(sql`
    INSERT INTO service_state AS s (product_type, service, state, judged_at)
    SELECT "productType", service, state, clock_timestamp()
      FROM jsonb_to_recordset(${JSON.stringify(states)}::jsonb) AS x ("productType" text, service text, state text)
     WHERE NOT EXISTS (SELECT FROM service_state t
                        WHERE t.product_type = "productType" AND t.service = x.service
                          AND t.judged_at > clock_timestamp() - interval '20 seconds'
                          AND (t.state = x.state OR t.since > clock_timestamp() - interval '1 minute'))
     ORDER BY 1, 2
    ON CONFLICT (product_type, service) DO UPDATE
       SET judged_at = excluded.judged_at,
           state = CASE WHEN ${IS_OLD} THEN excluded.state ELSE s.state END,
           since = CASE WHEN ${IS_OLD} AND s.state <> excluded.state THEN excluded.judged_at ELSE s.since END`);
}

/** The order ended without any provider that could be reached. One account's own breaker says nothing of the others. */
const IS_LOST = sql`
  (cause_code IN ('provider_unreachable', 'provider_never_had_it') OR cause = 'provider_unavailable_unreachable')`;

/**
 * The services, by our ids, of whose ten newest orders most have no outcome yet, 20 s after they were sent, or reached
 * no provider. It looks at the newest 500 purchases of five minutes: where more are sold, breakers know first.
 */
export function listUnansweredServices(db: Db): Promise<{ productType: ProductType; serviceId: string }[]> {
  return db.$queryRaw<{ productType: ProductType; serviceId: string }[]>(sql`
    SELECT product_type AS "productType", service AS "serviceId"
      FROM (SELECT product_type, service, is_lost OR final_at IS NULL AS is_unanswered,
                   row_number() OVER (PARTITION BY product_type, service ORDER BY id DESC) AS nth
              FROM (SELECT id, product_type, provider_order ->> 'serviceId' AS service, provider, sent_at, final_at,
                           coalesce(${IS_LOST}, false) AS is_lost
                      FROM purchase
                     WHERE id >= first_id_of(clock_timestamp() - interval '5 minutes') ORDER BY id DESC LIMIT 500) newest
             WHERE provider <> ${SIMULATOR} AND (is_lost OR sent_at < clock_timestamp() - interval '20 seconds')) judged
     WHERE nth <= 10
     GROUP BY 1, 2
    HAVING count(*) >= 3 AND count(*) FILTER (WHERE is_unanswered) * 2 > count(*)`);
}

type NewMessage = Pick<ServiceState, 'productType' | 'service'> & { message: string; until: Date };

/** Writes what an operator says about a service, in place of an earlier message. False: its end is past. */
export async function writeServiceMessage(
  tx: DbOrTransaction,
  { productType, service, message, until }: NewMessage,
): Promise<boolean> {
  const written = await tx.$executeRaw(sql`
    INSERT INTO service_state (product_type, service, message, message_until)
    SELECT ${productType}, ${service}, ${message}, ${until} WHERE ${until} > clock_timestamp()
    ON CONFLICT (product_type, service) DO UPDATE
       SET message = excluded.message, message_until = excluded.message_until`);
  return written === 1;
}

/** Takes a message back. Returns it; null when there was none that had not ended. */
export async function deleteServiceMessage(
  tx: DbOrTransaction,
  { productType, service }: Pick<ServiceState, 'productType' | 'service'>,
): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ message: string }[]>(sql`
    WITH was AS (SELECT message FROM service_state
                  WHERE product_type = ${productType} AND service = ${service} AND message_until > clock_timestamp()
                    FOR UPDATE)
    UPDATE service_state SET message = NULL, message_until = NULL FROM was
     WHERE product_type = ${productType} AND service = ${service} RETURNING was.message`);
  return row?.message ?? null;
}
