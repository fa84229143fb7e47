import { Prisma } from '../generated/prisma/client';
import type { ProductType } from '../provider/provider.port';
import type { Purchase } from '../purchase/purchase.store';
import type { PurchaseStatus } from '../purchase/status';
import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { REVIEW_REASON } from './review-list.store';

export type PurchaseSearch = {
  accountId?: string;
  product?: ProductType;
  status?: PurchaseStatus;
  /** Only those that wait for a person. */
  review?: boolean;
  /** Exactly the client's reference, the provider's, our id, or the number that it was bought for. */
  search?: string;
};

/** `reason`: of one that waits for a person, the latest evidence in the provider's or our own words; it may name the recipient. */
export type FoundPurchase = Pick<
  Purchase,
  | 'id'
  | 'requestRef'
  | 'productType'
  | 'status'
  | 'amountKobo'
  | 'recipient'
  | 'description'
  | 'message'
  | 'needsReview'
  | 'createdAt'
  | 'finalAt'
> & { accountId: string; account: string; reason: string | null };

/** Where a page ended. `at`, in microseconds, orders the purchases of one account; all others are in the order of their ids, which is that of their times. */
export type SearchCursor = { id: string; at: string | null };

export type SearchPage = { rows: FoundPurchase[]; next: SearchCursor | null };

/** How many purchases one page may look through for those that fit: of all, which lie side by side, and of one account, which lie apart. About 20 ms each. */
const WINDOW = 20_000;
const WINDOW_OF_ACCOUNT = 5_000;

/** Written into the statement: of a parameter the server would plan for a tenth of all purchases. */
const count = (n: number) => Prisma.raw(String(n));

/**
 * Purchases of all accounts, the newest first. Its cost depends neither on how many there are nor on how deep it is: those that are searched for, under review
 * or open are found by the indexes of those; among all others it looks through so many and no more, so that a page may be short, or empty, and still have a next.
 */
export async function searchPurchases(
  db: Db,
  filter: PurchaseSearch,
  { after = null, limit }: { after?: SearchCursor | null; limit: number },
): Promise<SearchPage> {
  const few = fewOf(filter);
  // at one moment: were the window read later than the rows, it would end elsewhere
  return db.$transaction(
    async (snapshot) => {
      const order = few === null && filter.accountId !== undefined ? BY_TIME : BY_ID;
      const among =
        few === null
          ? windowOf(filter, order, after)
          : sql`(SELECT * FROM purchase WHERE id IN (${few}) AND ${order.from(after)})`;
      const found = await snapshot.$queryRaw<(FoundPurchase & { at: string })[]>(sql`
        SELECT ${COLUMNS} FROM ${among} p JOIN account a ON a.id = p.account_id WHERE ${fits(filter)} ORDER BY ${order.by(sql`p.`)} LIMIT ${count(limit + 1)}`);
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      if (found.length > limit && last) return { rows: rows.map(asListed), next: order.placeOf(last) };
      return {
        rows: rows.map(asListed),
        next: few === null ? await endOfWindow(snapshot, filter, order, after) : null,
      };
    },
    { isolationLevel: 'RepeatableRead' },
  );
}

type Order = {
  window: number;
  by(prefix: Prisma.Sql): Prisma.Sql;
  from(after: SearchCursor | null): Prisma.Sql;
  placeOf(row: { id: string; at: string }): SearchCursor;
};

const NOTHING = sql`true`;
const NO_PREFIX = sql``;

const BY_ID: Order = {
  window: WINDOW,
  by: (prefix) => sql`${prefix}id DESC`,
  from: (after) => (after === null ? NOTHING : sql`id < ${after.id}::uuid`),
  placeOf: ({ id }) => ({ id, at: null }),
};

/** The index of an account's purchases is by time. */
const BY_TIME: Order = {
  window: WINDOW_OF_ACCOUNT,
  by: (prefix) => sql`${prefix}created_at DESC, ${prefix}id DESC`,
  from: (after) =>
    after?.at == null
      ? NOTHING
      : sql`(created_at, id) < ('epoch'::timestamptz + ${after.at}::bigint * interval '1 microsecond', ${after.id}::uuid)`,
  placeOf: ({ id, at }) => ({ id, at }),
};

/** The ids among which those that are wanted must be, when an index of few leads to them; null otherwise. */
function fewOf({ search, review, status }: PurchaseSearch): Prisma.Sql | null {
  if (search !== undefined) {
    const id = UUID.test(search) ? sql`UNION ALL SELECT id FROM purchase WHERE id = ${search}::uuid` : NO_PREFIX;
    return sql`SELECT id FROM purchase WHERE request_ref = ${search} UNION ALL SELECT id FROM purchase WHERE provider_ref = ${search}
               UNION ALL ${boughtFor(search)} ${id}`;
  }
  const underReview = sql`SELECT id FROM purchase WHERE needs_review`;
  if (review === true) return underReview;
  // an open one is due some time, or stopped for a person
  if (status === 'initiated' || status === 'pending')
    return sql`SELECT id FROM purchase WHERE next_check_at IS NOT NULL UNION ${underReview}`;
  return null;
}

/** Each part by the index of those: of the final, of those that are sent and open, and of the few that are not sent yet. */
const boughtFor = (recipient: string) => sql`
  SELECT id FROM purchase WHERE recipient = ${recipient} AND final_at IS NOT NULL
   UNION ALL
  SELECT id FROM purchase WHERE recipient = ${recipient} AND sends = 1 AND final_at IS NULL
   UNION ALL
  SELECT id FROM purchase WHERE next_check_at IS NOT NULL AND sends = 0 AND recipient = ${recipient}`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const ofAccount = ({ accountId }: PurchaseSearch) =>
  accountId === undefined ? NOTHING : sql`account_id = ${accountId}::uuid`;

const windowOf = (filter: PurchaseSearch, order: Order, after: SearchCursor | null) =>
  sql`(SELECT * FROM purchase WHERE ${ofAccount(filter)} AND ${order.from(after)} ORDER BY ${order.by(NO_PREFIX)} LIMIT ${count(order.window)})`;

/** Where the window ends; null when there is nothing beyond it. */
async function endOfWindow(
  snapshot: DbOrTransaction,
  filter: PurchaseSearch,
  order: Order,
  after: SearchCursor | null,
) {
  const [last] = await snapshot.$queryRaw<{ id: string; at: string }[]>(sql`
    SELECT id, ${MICROSECONDS} AS at FROM purchase WHERE ${ofAccount(filter)} AND ${order.from(after)} ORDER BY ${order.by(NO_PREFIX)} OFFSET ${count(order.window - 1)} LIMIT 1`);
  return last ? order.placeOf(last) : null;
}

function fits({ accountId, product, status, review }: PurchaseSearch): Prisma.Sql {
  return sql`${accountId === undefined ? NOTHING : sql`p.account_id = ${accountId}::uuid`}
    AND ${product === undefined ? NOTHING : sql`p.product_type = ${product}`}
    AND ${status === undefined ? NOTHING : sql`p.status = ${status}`}
    AND ${review === true ? sql`p.needs_review` : NOTHING}`;
}

const MICROSECONDS = sql`(extract(epoch FROM created_at) * 1000000)::bigint::text`;

const COLUMNS = sql`
  p.id, p.request_ref AS "requestRef", p.product_type AS "productType", p.status, p.amount_kobo AS "amountKobo", p.recipient, p.description, p.message,
  p.needs_review AS "needsReview", p.created_at AS "createdAt", p.final_at AS "finalAt", p.account_id AS "accountId", a.name AS account,
  CASE WHEN p.needs_review THEN ${REVIEW_REASON} END AS reason, (extract(epoch FROM p.created_at) * 1000000)::bigint::text AS at`;

const asListed = ({ at: _, ...row }: FoundPurchase & { at: string }): FoundPurchase => row;
