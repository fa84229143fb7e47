import type { ProductType } from '../../product/products';
import { LIVE } from '../../purchase/purchase.store';
import { type Db, sql } from '../../shared/db';
import type { TimeSpan } from '../../time/zoned-time';
import { SERVICE } from '../account-purchases.store';
import { acceptedIn, GAVE_NO_VALUE } from '../service-totals.store';
import { LATENCY_BASE, type Latency } from './latency';

/** Sales of one product of one network, by the time of acceptance and the present status. */
export type AccountSales = Latency & {
  product: ProductType;
  /** A network or another service, by our code. */
  network: string;
  open: number;
  success: number;
  /** Failed or refunded. */
  unsuccessful: number;
  /** Of the successes. */
  volumeKobo: bigint;
};

/** The same of all live accounts together, from one provider. A purchase counts at that of its current attempt. */
export type Sales = AccountSales & {
  provider: string;
  /** The attempts sent to this provider that gave no value, including those of purchases that went elsewhere then. */
  failedThere: number;
  /** Of the successes whose cost is known: their prices and their costs. The others are `unknownCost`. */
  pricedKobo: bigint;
  costKobo: bigint;
  unknownCost: number;
};

/**
 * Adds up a span of at most some hours. `steps` and `counts`: from acceptance to success. By the primary keys, as
 * `acceptedIn` says: an hour of a million purchases a day has 42,000 rows and took 0.27 s.
 */
export function sumSales(db: Db, span: TimeSpan): Promise<Sales[]> {
  return db.$queryRaw<Sales[]>(sql`
    SELECT provider, product, network,
           ${BY_OUTCOME},
           coalesce(sum(failed_there), 0)::integer AS "failedThere",
           coalesce(sum(priced) FILTER (WHERE status = 'success'), 0)::bigint AS "pricedKobo",
           coalesce(sum(cost) FILTER (WHERE status = 'success'), 0)::bigint AS "costKobo",
           coalesce(sum(unknown) FILTER (WHERE status = 'success'), 0)::integer AS "unknownCost"
      FROM (SELECT p.provider, p.product_type AS product, ${SERVICE} AS network, p.status, ${STEP} AS step,
                   count(*)::integer AS purchases,
                   count(*) FILTER (WHERE p.sends = 1 AND p.status IN ('failed', 'refunded')) AS failed_there,
                   sum(p.amount_kobo) AS amount, sum(p.amount_kobo) FILTER (WHERE p.cost_kobo IS NOT NULL) AS priced,
                   sum(p.cost_kobo) AS cost, count(*) FILTER (WHERE p.cost_kobo IS NULL) AS unknown
              FROM purchase p
             WHERE ${acceptedIn(span)} AND p.${LIVE}
             GROUP BY 1, 2, 3, 4, 5
             UNION ALL
            SELECT c.provider, p.product_type, ${SERVICE}, 'closed', NULL, 0, count(*), 0, 0, 0, 0
              FROM closed_attempt c JOIN purchase p ON p.id = c.purchase_id
             WHERE ${acceptedIn(span, sql`c.purchase_id`)} AND ${GAVE_NO_VALUE} AND p.${LIVE}
             GROUP BY 1, 2, 3) part
     GROUP BY provider, product, network ORDER BY provider, product, network`);
}

/** The columns of `AccountSales` that are added up, from parts of one status and one step each. */
export const BY_OUTCOME = sql`
  coalesce(sum(purchases) FILTER (WHERE status IN ('initiated', 'pending')), 0)::integer AS open,
  coalesce(sum(purchases) FILTER (WHERE status = 'success'), 0)::integer AS success,
  coalesce(sum(purchases) FILTER (WHERE status IN ('failed', 'refunded')), 0)::integer AS unsuccessful,
  coalesce(sum(amount) FILTER (WHERE status = 'success'), 0)::bigint AS "volumeKobo",
  coalesce(array_agg(step ORDER BY step) FILTER (WHERE step IS NOT NULL), '{}') AS steps,
  coalesce(array_agg(purchases ORDER BY step) FILTER (WHERE step IS NOT NULL), '{}') AS counts`;

/** The step of a success `p`, whose time is at least a millisecond; of all others null. */
export const STEP = sql`
  CASE WHEN p.status = 'success'
       THEN floor(ln(greatest(extract(epoch FROM p.final_at - p.created_at)::float8 * 1000, 1))
                  / ln(${LATENCY_BASE}::float8))::integer END`;
