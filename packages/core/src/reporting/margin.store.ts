import { Prisma } from '../generated/prisma/client';
import { type ProductType, productTypes } from '../product/products';
import { LIVE, type Purchase } from '../purchase/purchase.store';
import { type Db, type Sql, sql } from '../shared/db';
import type { TimeSpan } from '../time/zoned-time';
import { accountPurchases, BY_TIME, type PurchaseCursor, type PurchasePage } from './account-purchases.store';
import { idRange } from './service-totals.store';

/** Groups by which margins are added up. A day is one of Lagos. */
export const marginGroups = ['plan', 'product', 'account', 'day'] as const;
export type MarginGroup = (typeof marginGroups)[number];

/** Undefined means no filter. */
export type MarginFilter = { accountId?: string | undefined; product?: ProductType | undefined };

/**
 * The earnings of successes, by the time of acceptance. `key`: a plan as `service/code`, a product, an account's id or
 * a day. `purchases`, price and cost are of those whose cost is known; the other `unknown` ones sold for `unknownKobo`.
 */
export type MarginSum = {
  key: string;
  name: string;
  purchases: number;
  priceKobo: bigint;
  costKobo: bigint;
  unknown: number;
  unknownKobo: bigint;
};

/**
 * Adds up the margins of the purchases that were accepted in a span of at most some days: about 0.7 s for each million
 * of them. `readMargins` reads longer spans.
 */
export function sumMargins(db: Db, by: MarginGroup, span: TimeSpan, filter: MarginFilter = {}): Promise<MarginSum[]> {
  const { key, name, join } = GROUPS[by];
  return db.$queryRaw<MarginSum[]>(sql`
    SELECT sums.key, ${name} AS name, sums.purchases, sums."priceKobo", sums."costKobo", sums.unknown,
           sums."unknownKobo"
      FROM (SELECT ${key} AS key, count(cost_kobo)::integer AS purchases,
                   coalesce(sum(amount_kobo) FILTER (WHERE cost_kobo IS NOT NULL), 0)::bigint AS "priceKobo",
                   coalesce(sum(cost_kobo), 0)::bigint AS "costKobo",
                   count(*) FILTER (WHERE cost_kobo IS NULL)::integer AS unknown,
                   coalesce(sum(amount_kobo) FILTER (WHERE cost_kobo IS NULL), 0)::bigint AS "unknownKobo"
              FROM purchase p WHERE ${sold(span, filter)} GROUP BY 1) sums
      ${join}`);
}

/** One purchase and its earnings. `name`: of its plan. `costKobo`: null when it is not known. */
export type PurchaseMargin = PurchaseCursor &
  Pick<Purchase, 'accountId' | 'requestRef' | 'productType' | 'amountKobo' | 'costKobo' | 'createdAt'> &
  Record<'account' | 'name', string>;

/** The purchases that `sumMargins` adds up: at most `limit`, newest first, older than `after`. */
export function listMargins(db: Db, span: TimeSpan, filter: MarginFilter, page: PurchasePage) {
  const { accountId, product } = filter;
  const { since: from, until: to } = span;
  const { after, limit } = page;
  const older = after === null ? sql`true` : sql`p.id < ${after.id}::uuid`;
  const [rows, order] =
    accountId === undefined
      ? [sql`purchase p WHERE ${sold(span, filter)} AND ${older}`, sql`p.id DESC`]
      : [sql`${accountPurchases(accountId, { product, status: 'success', from, to }, page)} p`, BY_TIME];
  return db.$queryRaw<PurchaseMargin[]>(sql`
    SELECT p.id, p.account_id AS "accountId", a.name AS account, p.request_ref AS "requestRef",
           p.product_type AS "productType", ${PLAN_NAME} AS name, p.amount_kobo AS "amountKobo",
           p.cost_kobo AS "costKobo", p.created_at AS "createdAt",
           (extract(epoch FROM p.created_at) * 1000000)::bigint AS "createdAtUs"
      FROM (SELECT p.*, ${PLAN_KEY} AS key FROM ${rows} ORDER BY ${order} LIMIT ${Prisma.raw(String(limit))}) p
      JOIN account a ON a.id = p.account_id
      ${JOIN_PLAN(sql`p.key`)}
     ORDER BY ${order}`);
}

/** A service of the provider and its code, such as mtn-data/mtn-1gb; only the service when there is no code. */
const PLAN_KEY = sql`concat_ws('/', p.provider_order ->> 'serviceId', p.provider_order ->> 'variationCode')`;
const JOIN_PLAN = (key: Sql) => sql`
  LEFT JOIN data_plan plan ON plan.provider_code IS NOT NULL AND plan.provider_service || '/' || plan.provider_code = ${key}`;
const PLAN_NAME = sql`coalesce(plan.name, key)`;

const OWN_NAME = { name: sql`key`, join: sql`` };
const GROUPS: Record<MarginGroup, { key: Sql; name: Sql; join: Sql }> = {
  plan: { key: PLAN_KEY, name: PLAN_NAME, join: JOIN_PLAN(sql`sums.key`) },
  product: { key: sql`p.product_type`, ...OWN_NAME },
  account: {
    key: sql`p.account_id::text`,
    name: sql`account.name`,
    join: sql`JOIN account ON account.id = sums.key::uuid`,
  },
  day: { key: sql`(p.created_at AT TIME ZONE 'Africa/Lagos')::date::text`, ...OWN_NAME },
};

/** Of one account by `purchase_final`, which needs its products named; of all by the primary key. */
function sold(span: TimeSpan, { accountId, product }: MarginFilter): Sql {
  const products = product === undefined ? [...productTypes] : [product];
  const found =
    accountId === undefined
      ? sql`${idRange(span)} AND p.${LIVE}`
      : sql`p.account_id = ${accountId}::uuid AND p.final_at IS NOT NULL`;
  return sql`${found} AND p.created_at >= ${span.since} AND p.created_at < ${span.until} AND p.status = 'success'
         AND p.product_type = ANY (${products}::text[])`;
}
