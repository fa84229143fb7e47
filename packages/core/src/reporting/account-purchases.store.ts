import type { ProductType } from '../product/products';
import type { Purchase } from '../purchase/purchase.store';
import type { Claim, ClaimState } from '../purchase/records';
import type { PurchaseStatus } from '../purchase/status';
import { type Db, type DbOrTransaction, sql } from '../shared/db';

/** The place of a purchase in a list: acceptance in microseconds of Unix time (a Date has milliseconds), then id. */
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
    | 'faceKobo'
    | 'recipient'
    | 'description'
    | 'message'
    | 'createdAt'
    | 'finalAt'
  >;

/** The columns of a `ListedPurchase`, of a row `p` of purchase. */
export const LISTED_COLUMNS = sql`
  p.id, p.request_ref AS "requestRef", p.product_type AS "productType", p.status, p.amount_kobo AS "amountKobo",
  p.face_kobo AS "faceKobo", p.recipient, p.description, p.message, p.created_at AS "createdAt", p.final_at AS "finalAt",
  (extract(epoch FROM p.created_at) * 1000000)::bigint AS "createdAtUs"`;

/** The moment of a cursor as a timestamptz; null without a cursor. */
const momentOf = (cursor: PurchaseCursor | null) =>
  sql`timestamptz 'epoch' + ${cursor?.createdAtUs ?? null}::bigint * interval '1 microsecond'`;

/** The network or other service of a row `p` of purchase. A service of data begins with its network. */
export const SERVICE = sql`
  CASE p.product_type WHEN 'DATA' THEN split_part(p.provider_order ->> 'serviceId', '-', 1)
                      ELSE p.provider_order ->> 'serviceId' END`;

/**
 * Undefined means no filter. `search`: exactly a reference or a recipient. `status`: one, or any of a list. Accepted at
 * `from` or later, and before `to`.
 */
export type AccountPurchaseFilter = {
  search?: string | undefined;
  product?: ProductType | undefined;
  status?: PurchaseStatus | readonly PurchaseStatus[] | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** A purchase as its client reads it in the list. `balances`: of the wallet, before and after the debit. */
export type ClientPurchase = ListedPurchase &
  Pick<Purchase, 'causeCode' | 'details' | 'providerOrder' | 'result'> & {
    balances: { before: bigint; after: bigint } | null;
    claim: Pick<Claim, 'state' | 'answeredAt' | 'answer'> | null;
  };

/**
 * Purchases of one account, newest first. An index fits every filter, so a page costs the same at any depth. A purchase
 * never changes its place, so paging neither repeats nor skips a row.
 */
export function listAccountPurchases(db: Db, accountId: string, filter: AccountPurchaseFilter, page: PurchasePage) {
  return db.$queryRaw<ListedPurchase[]>(sql`
    SELECT ${LISTED_COLUMNS} FROM ${accountPurchases(accountId, filter, page)} p ORDER BY ${BY_TIME}`);
}

/** The same purchases, as their client sees them. It reads two rows more of each: its debit, and its claim. */
export async function listClientPurchases(
  db: DbOrTransaction,
  accountId: string,
  filter: AccountPurchaseFilter,
  page: PurchasePage,
): Promise<ClientPurchase[]> {
  const rows = await db.$queryRaw<ClientRow[]>(sql`
    SELECT ${CLIENT_COLUMNS} FROM ${accountPurchases(accountId, filter, page)} p ${CLIENT_JOINS} ORDER BY ${BY_TIME}`);
  return rows.map(toClientPurchase);
}

/** A row of `CLIENT_COLUMNS`. */
export type ClientRow = Omit<ClientPurchase, 'balances' | 'claim'> &
  Pick<Claim, 'answeredAt' | 'answer'> & { before: bigint | null; after: bigint | null; state: ClaimState | null };

/** The columns of a `ClientPurchase`, of a row `p` of purchase with `CLIENT_JOINS`. */
export const CLIENT_COLUMNS = sql`
  ${LISTED_COLUMNS}, p.cause_code AS "causeCode", p.details, p.provider_order AS "providerOrder", p.result,
  debit.balance_before_kobo AS before, debit.balance_after_kobo AS after,
  claim.state, claim.answered_at AS "answeredAt", claim.answer`;

export const CLIENT_JOINS = sql`
  LEFT JOIN LATERAL (
       SELECT balance_before_kobo, balance_after_kobo FROM ledger_entry e
        WHERE e.purchase_id = p.id AND e.kind = 'debit' OFFSET 0) debit ON true
  LEFT JOIN LATERAL (SELECT * FROM claim c WHERE c.purchase_id = p.id OFFSET 0) claim ON true`;

export function toClientPurchase<R extends ClientRow>({ before, after, state, answeredAt, answer, ...purchase }: R) {
  return {
    ...purchase,
    balances: before === null || after === null ? null : { before, after },
    claim: state && { state, answeredAt, answer },
  };
}

/** So many of the newest successes of a product show which of its services an account buys. */
const LATEST = 200;

/** A service that an account bought: its network, or the code of another service. */
export type BoughtService = { productType: ProductType; service: string };

/**
 * The services of each product that an account bought at `from` or later. It reads the newest 200 successes of each
 * product, so that an account with more costs no more.
 */
export function listBoughtServices(db: Db, accountId: string, from: Date): Promise<BoughtService[]> {
  return db.$queryRaw<BoughtService[]>(sql`
    SELECT DISTINCT p.product_type AS "productType", ${SERVICE} AS service
      FROM product
     CROSS JOIN LATERAL account_purchases(${accountId}::uuid, NULL, ARRAY[product.name], '{success}',
                                          ${from}::timestamptz, NULL, NULL, NULL, ${LATEST}::integer) p`);
}

/** The whole rows of such a page, for a FROM. */
export const accountPurchases = (
  accountId: string,
  { search, product, status, from, to }: AccountPurchaseFilter,
  { after, limit }: PurchasePage,
) => sql`
  account_purchases(${accountId}::uuid, ${search ?? null}::text, ${listOf(product)}::text[], ${listOf(status)}::text[],
                    ${from ?? null}::timestamptz, ${to ?? null}::timestamptz,
                    ${momentOf(after)}, ${after?.id ?? null}::uuid, ${limit}::integer)`;

/** The order of these rows `p`: that of an account's purchases. */
export const BY_TIME = sql`p.created_at DESC, p.id DESC`;

const listOf = (value: string | readonly string[] | undefined): string[] | null =>
  value === undefined ? null : [value].flat();
