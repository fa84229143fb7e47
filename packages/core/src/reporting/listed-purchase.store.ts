import type { ProductType } from '../product/products';
import type { Purchase } from '../purchase/purchase.store';
import type { PurchaseStatus } from '../purchase/status';
import { sql } from '../shared/db';

/** What every list of purchases can be filtered by. Undefined means no filter. */
export type PurchaseFilter = {
  /** An exact value; each list says which columns it looks in. */
  search?: string | undefined;
  product?: ProductType | undefined;
  status?: PurchaseStatus | undefined;
};

/**
 * The position of a purchase in a list, newest first: acceptance in microseconds of Unix time, then id. A Date would
 * not do, because it keeps milliseconds only.
 */
export type PurchaseCursor = { createdAtUs: bigint; id: string };

/** At most `limit` purchases, older than `after`. */
export type PurchasePage = { after: PurchaseCursor | null; limit: number };

/** A purchase as every list shows it. */
export type ListedPurchase = PurchaseCursor &
  Pick<
    Purchase,
    | 'requestRef'
    | 'productType'
    | 'status'
    | 'amountKobo'
    | 'recipient'
    | 'description'
    | 'message'
    | 'createdAt'
    | 'finalAt'
  >;

/** The columns of a `ListedPurchase`, of a row `p` of purchase. */
export const LISTED_COLUMNS = sql`
  p.id, p.request_ref AS "requestRef", p.product_type AS "productType", p.status, p.amount_kobo AS "amountKobo",
  p.recipient, p.description, p.message, p.created_at AS "createdAt", p.final_at AS "finalAt",
  (extract(epoch FROM p.created_at) * 1000000)::bigint AS "createdAtUs"`;

/** The moment of a cursor as a timestamptz; null without a cursor. */
export const momentOf = (cursor: PurchaseCursor | null) =>
  sql`timestamptz 'epoch' + ${cursor?.createdAtUs ?? null}::bigint * interval '1 microsecond'`;

/**
 * What was bought with a row `p` of purchase: the network, the cable TV product or the disco, by our code. The service
 * of data begins with its network.
 */
export const SERVICE = sql`
  CASE p.product_type WHEN 'DATA' THEN split_part(p.provider_order ->> 'serviceId', '-', 1)
                      ELSE p.provider_order ->> 'serviceId' END`;
