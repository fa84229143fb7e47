import { type Db, sql } from '../shared/db';
import {
  LISTED_COLUMNS,
  type ListedPurchase,
  momentOf,
  type PurchaseFilter,
  type PurchasePage,
} from './listed-purchase.store';

/** `search`: a reference or a recipient. Accepted at `from` or later, and before `to`. */
export type AccountPurchaseFilter = PurchaseFilter & { from?: Date | undefined; to?: Date | undefined };

/**
 * At most `limit` purchases of one account, newest first, older than `after`. An index fits every filter, so a page
 * costs the same at any depth. A purchase never changes its place, so paging neither repeats nor skips a row.
 */
export function listAccountPurchases(
  db: Db,
  accountId: string,
  filter: AccountPurchaseFilter,
  page: PurchasePage,
): Promise<ListedPurchase[]> {
  return db.$queryRaw<ListedPurchase[]>(sql`
    SELECT ${LISTED_COLUMNS} FROM ${accountPurchases(accountId, filter, page)} p ORDER BY ${BY_TIME}`);
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

const listOf = (value: string | undefined): string[] | null => (value === undefined ? null : [value]);
