import type { ProductType } from '../provider/provider.port';
import type { Purchase } from '../purchase/purchase.store';
import type { PurchaseStatus } from '../purchase/status';
import { type Db, sql } from '../shared/db';

/** Which of an account's purchases are wanted. What is undefined is whatever it is. */
export type AccountPurchaseFilter = {
  /** A reference or a recipient, whole. */
  search?: string | undefined;
  productType?: ProductType | undefined;
  status?: PurchaseStatus | undefined;
  /** Accepted then or later … */
  from?: Date | undefined;
  /** … and before this. */
  to?: Date | undefined;
};

/** Where a purchase stands in the order of its account: acceptance in microseconds of Unix time (a Date keeps milliseconds only), then id. */
export type AccountPurchaseCursor = { createdAtUs: bigint; id: string };

export type ListedPurchase = AccountPurchaseCursor &
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

/**
 * An account's purchases, the youngest first, at most `limit` of those behind `after`. The cost is that of the page: it depends neither on its depth nor on
 * the filter. What is asked page by page is told once and not left out: a purchase never changes its place. Those of all accounts lie in no such order, and
 * are looked through so many at a time: `pageOfPurchases`.
 */
export function listAccountPurchases(
  db: Db,
  accountId: string,
  { search, productType, status, from, to }: AccountPurchaseFilter,
  { after, limit }: { after: AccountPurchaseCursor | null; limit: number },
): Promise<ListedPurchase[]> {
  const beforeAt = sql`timestamptz 'epoch' + ${after?.createdAtUs ?? null}::bigint * interval '1 microsecond'`;
  return db.$queryRaw<ListedPurchase[]>(sql`
    SELECT id, request_ref AS "requestRef", product_type AS "productType", status, amount_kobo AS "amountKobo", recipient, description, message,
           created_at AS "createdAt", final_at AS "finalAt", (extract(epoch FROM created_at) * 1000000)::bigint AS "createdAtUs"
      FROM account_purchases(${accountId}::uuid, ${search ?? null}::text, ${only(productType)}::text[], ${only(status)}::text[],
                             ${from ?? null}::timestamptz, ${to ?? null}::timestamptz, ${beforeAt}, ${after?.id ?? null}::uuid, ${limit}::integer)
      WITH ORDINALITY ORDER BY ordinality`);
}

const only = (word: string | undefined): string[] | null => (word === undefined ? null : [word]);
