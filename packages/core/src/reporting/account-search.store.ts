import { type Db, sql } from '../shared/db';
import {
  type AccountPurchaseFilter,
  accountPurchases,
  LISTED_COLUMNS,
  type ListedPurchase,
  listAccountPurchases,
  type PurchaseCursor,
  type PurchasePage,
} from './account-purchases.store';

/** A shorter text is searched for as a whole alone. */
export const SHORTEST_PART = 3;

/** A place in a search: `inParts`, of those that hold the text, which follow those that it names as a whole. */
export type SearchCursor = PurchaseCursor & { inParts?: true };

export type FoundPage<Row> = { rows: Row[]; next: SearchCursor | null };

/** One lot takes 17 ms. One of 5,000 no longer fits into work_mem, and takes longer than its parts. */
const LOT = 2_000;
/** How many lots one page may look through. */
const MOST_LOTS = 5;

/** Before all purchases. */
const NEWEST: SearchCursor = { createdAtUs: 9_999_999_999_999_999n, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** A row of a lot. The last one of a whole lot is there also when it does not match. */
export type LotRow<Row> = Row & PurchaseCursor & { matches: boolean; place: number };

/**
 * A page of purchases that a text names as a whole, newest first, and then of those of one account that hold it. For
 * the second, a page looks through 10,000 purchases at most, so it may be short or empty and still have a next one.
 */
export async function searchByPart<Row extends PurchaseCursor>(
  { after, limit }: { after: SearchCursor | null; limit: number },
  whole: (page: PurchasePage) => Promise<FoundPage<Row>>,
  readLot: (page: PurchasePage) => Promise<LotRow<Row>[]>,
): Promise<FoundPage<Row>> {
  if (after?.inParts) return parts(readLot, after, limit);
  const found = await whole({ after, limit });
  if (found.next !== null) return found;
  if (found.rows.length === limit) return { rows: found.rows, next: { ...NEWEST, inParts: true } };
  const { rows, next } = await parts(readLot, null, limit - found.rows.length);
  return { rows: [...found.rows, ...rows], next };
}

async function parts<Row extends PurchaseCursor>(
  readLot: (page: PurchasePage) => Promise<LotRow<Row>[]>,
  after: PurchaseCursor | null,
  limit: number,
): Promise<FoundPage<Row>> {
  const rows: Row[] = [];
  let at = after;
  for (let lots = 0; lots < MOST_LOTS && rows.length < limit; lots += 1) {
    const found = await readLot({ after: at, limit: limit - rows.length });
    rows.push(...found.filter(({ matches }) => matches));
    const last = found.at(-1);
    if (last === undefined || (rows.length < limit && last.place < LOT)) return { rows, next: null };
    at = last;
  }
  return { rows, next: at && { createdAtUs: at.createdAtUs, id: at.id, inParts: true } };
}

/** One lot of the purchases `p` of an account, for a FROM: those that come after `after`. */
export const lotOf = (accountId: string, filter: AccountPurchaseFilter, after: PurchaseCursor | null) =>
  sql`${accountPurchases(accountId, { ...filter, search: undefined }, { after, limit: LOT })} WITH ORDINALITY`;

/** Whether a row `p` of a lot is the last one of a whole lot. */
export const ENDS_LOT = sql`p.ordinality = ${LOT}::integer`;
export const PLACE = sql`p.ordinality::integer AS place`;

/** Whether the reference of a purchase `p`, in any case, or its recipient holds the text, and neither is it. */
export const holdsPart = (text: string) => sql`(
  (strpos(lower(p.request_ref), lower(${text}::text)) > 0 OR strpos(p.recipient, ${text}::text) > 0)
  AND p.request_ref <> ${text}::text AND p.recipient <> ${text}::text)`;

/**
 * A page of the purchases of one account. `search` may be a part of a reference or a recipient, of three characters or
 * more: then what it names as a whole comes first.
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
