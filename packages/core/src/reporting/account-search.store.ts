import { type Db, sql } from '../shared/db';
import { type AccountPurchaseFilter, listAccountPurchases } from './account-purchases.store';
import { LISTED_COLUMNS, type ListedPurchase } from './listed-purchase.store';
import {
  ENDS_LOT,
  type FoundPage,
  holdsPart,
  type LotRow,
  lotOf,
  PLACE,
  type SearchCursor,
  SHORTEST_PART,
  searchByPart,
} from './search-by-part';

/**
 * A page of the purchases of one account. `search` may be a part of a reference or a recipient, of three characters or
 * more: then what it names as a whole comes first (search-by-part.ts).
 */
export function searchAccountPurchases(
  db: Db,
  accountId: string,
  filter: AccountPurchaseFilter,
  page: { after: SearchCursor | null; limit: number },
): Promise<FoundPage<ListedPurchase>> {
  const { search = '' } = filter;
  const whole = async ({ after, limit }: typeof page) => {
    const found = await listAccountPurchases(db, accountId, filter, { after, limit: limit + 1 });
    const rows = found.slice(0, limit);
    return { rows, next: found.length > limit ? (rows.at(-1) ?? null) : null };
  };
  if (search.length < SHORTEST_PART) return whole(page);
  return searchByPart(page, whole, ({ after, limit }) =>
    db.$queryRaw<LotRow<ListedPurchase>[]>(sql`
      SELECT ${LISTED_COLUMNS}, ${PLACE}, ${holdsPart(search)} AS matches FROM ${lotOf(accountId, filter, after)} p
       WHERE ${holdsPart(search)} OR ${ENDS_LOT} ORDER BY p.ordinality LIMIT ${limit}::integer`),
  );
}
