import { Prisma } from '../generated/prisma/client';
import { FACE_KOBO, type Purchase } from '../purchase/purchase.store';
import { type PurchaseStatus, purchaseStates } from '../purchase/status';
import { type Db, type DbOrTransaction, type Sql, sql } from '../shared/db';
import { isUuid } from '../shared/ids';
import {
  type AccountPurchaseFilter,
  accountPurchases,
  BY_TIME,
  LISTED_COLUMNS,
  type ListedPurchase,
  type PurchaseCursor,
  type PurchasePage,
  SERVICE,
} from './account-purchases.store';
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
} from './account-search.store';
import { GAVE_NO_VALUE, idRange, minutesAgo } from './service-totals.store';

/** `open`, `pending` and `initiated` are one word for the readers of a list: Pending. */
export const searchedStatuses = [...purchaseStates, 'open', 'unsuccessful'] as const;
export type SearchedStatus = (typeof searchedStatuses)[number];

/**
 * `search`: a reference of the client, a provider reference, our id, or a recipient; with an account, a part of the
 * reference or the recipient too. `review`: only those under review.
 */
export type PurchaseSearch = Omit<AccountPurchaseFilter, 'status'> & {
  accountId?: string;
  review?: boolean;
  oldestFirst?: boolean;
  status?: SearchedStatus | undefined;
  /** Accepted more minutes ago. */
  olderThanMinutes?: number | undefined;
  /** That of the current attempt. */
  provider?: string | undefined;
  /** A network or another service, by our code. */
  network?: string | undefined;
  /** The provider of an attempt that was sent and gave no value. */
  failedAt?: string | undefined;
};

/** `reason`: why it is under review, in the provider's words or ours, else null. It may name the recipient. */
export type FoundPurchase = ListedPurchase & {
  accountId: string;
  account: string;
  needsReview: boolean;
  reason: string | null;
};

const OPEN: readonly PurchaseStatus[] = ['initiated', 'pending'];
const STATUSES: Record<SearchedStatus, readonly PurchaseStatus[]> = {
  initiated: OPEN,
  pending: OPEN,
  open: OPEN,
  success: ['success'],
  failed: ['failed'],
  refunded: ['refunded'],
  unsuccessful: ['failed', 'refunded'],
};

/** The statuses that a filter means; undefined: all. */
export const statusesOf = (status: SearchedStatus | undefined): readonly PurchaseStatus[] | undefined =>
  status && STATUSES[status];

/** How many purchases one page may look through, about 20 ms. */
const WINDOW = 20_000;

/** Inlined: with a parameter the planner assumes 10 % of rows. */
const inlined = (n: number) => Prisma.raw(String(n));

/**
 * Purchases of all live accounts, newest first. Searched, open and reviewed ones and those of one account have indexes;
 * for all others a page looks through one window of the primary key, so it may be short or empty and still have a
 * `next`. The cost depends neither on the number of purchases nor on the depth of the page.
 */
export function searchPurchases(
  db: Db,
  filter: PurchaseSearch,
  { after = null, limit }: { after?: SearchCursor | null; limit: number },
): Promise<FoundPage<FoundPurchase>> {
  const { accountId, search = '', oldestFirst } = filter;
  const whole = (page: PurchasePage) => searchWhole(db, filter, page);
  if (accountId === undefined || search.length < SHORTEST_PART || oldestFirst) return whole({ after, limit });
  const isWanted = sql`(${holdsPart(search)} AND ${matches(filter)})`;
  return searchByPart({ after, limit }, whole, (page) =>
    db.$queryRaw<LotRow<FoundPurchase>[]>(sql`
      SELECT ${COLUMNS}, ${PLACE}, ${isWanted} AS matches
        FROM ${lotOf(accountId, ofAccount(filter), page.after)} p JOIN account a ON a.id = p.account_id
       WHERE ${isWanted} OR ${ENDS_LOT} ORDER BY p.ordinality LIMIT ${page.limit}::integer`),
  );
}

async function searchWhole(db: Db, filter: PurchaseSearch, { after, limit }: PurchasePage) {
  const { rows: source, order, isWindow } = sourceOf(filter, { after, limit: limit + 1 });
  // in one snapshot: a window that is read later than its rows ends elsewhere
  return db.$transaction(
    async (snapshot) => {
      const found = await snapshot.$queryRaw<FoundPurchase[]>(sql`
        SELECT ${COLUMNS} FROM ${source} p JOIN account a ON a.id = p.account_id
         WHERE ${matches(filter)} ORDER BY ${order} LIMIT ${inlined(limit + 1)}`);
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      if (found.length > limit && last) return { rows, next: { createdAtUs: last.createdAtUs, id: last.id } };
      return { rows, next: isWindow ? await endOfWindow(snapshot, filter, after) : null };
    },
    { isolationLevel: 'RepeatableRead' },
  );
}

/** The rows to look in, and their order. Behind a window are more. */
type Source = { rows: Sql; order: Sql; isWindow: boolean };

function sourceOf(filter: PurchaseSearch, page: PurchasePage): Source {
  const { accountId, oldestFirst = false } = filter;
  if (accountId !== undefined && isOfAccountAlone(filter))
    return { rows: accountPurchases(accountId, ofAccount(filter), page), order: BY_TIME, isWindow: false };
  const ids = idsByIndex(filter);
  const rows =
    ids === null
      ? sql`(SELECT * ${window(filter, page.after)} LIMIT ${inlined(WINDOW)})`
      : sql`(SELECT * FROM purchase WHERE id IN (${ids}) AND ${isBehind(page.after, oldestFirst)})`;
  return { rows, order: sql`p.id ${direction(oldestFirst)}`, isWindow: ids === null };
}

const ofAccount = ({ product, status, from, to }: PurchaseSearch) => ({
  product,
  status: statusesOf(status),
  from,
  to,
});

/** Whether `account_purchases` knows every filter, so that each row it finds is in the list. */
function isOfAccountAlone({ review, oldestFirst, ...filter }: PurchaseSearch): boolean {
  const { search, olderThanMinutes, provider, network, failedAt } = filter;
  const others = [search, olderThanMinutes, provider, network, failedAt];
  return review !== true && oldestFirst !== true && others.every((value) => value === undefined);
}

const TRUE = sql`true`;

/** In the order of the primary key: ids begin with their time. */
const direction = (oldestFirst: boolean) => (oldestFirst ? sql`ASC` : sql`DESC`);
const isBehind = (cursor: PurchaseCursor | null, oldestFirst: boolean): Sql => {
  if (cursor === null) return TRUE;
  return oldestFirst ? sql`id > ${cursor.id}::uuid` : sql`id < ${cursor.id}::uuid`;
};

/** The ids that can match, when an index of few rows gives them; otherwise null. */
function idsByIndex({ search, review, status }: PurchaseSearch): Sql | null {
  if (search !== undefined) {
    const byId = isUuid(search) ? sql`UNION ALL SELECT id FROM purchase WHERE id = ${search}::uuid` : sql``;
    return sql`
      SELECT id FROM purchase WHERE request_ref = ${search}
       UNION ALL
      SELECT id FROM purchase WHERE provider_ref = ${search}
       UNION ALL
      SELECT purchase_id FROM closed_attempt WHERE provider_ref = ${search}
       UNION ALL
      ${idsOfRecipient(search)} ${byId}`;
  }
  const underReview = sql`SELECT id FROM purchase WHERE needs_review`;
  if (review === true) return underReview;
  // an open purchase has a next check, or is under review
  if (statusesOf(status) === OPEN)
    return sql`SELECT id FROM purchase WHERE next_check_at IS NOT NULL UNION ${underReview}`;
  return null;
}

/** One branch per partial index: final, sent and open, not sent yet. */
const idsOfRecipient = (recipient: string) => sql`
  SELECT id FROM purchase WHERE recipient = ${recipient} AND final_at IS NOT NULL
   UNION ALL
  SELECT id FROM purchase WHERE recipient = ${recipient} AND sends = 1 AND final_at IS NULL
   UNION ALL
  SELECT id FROM purchase WHERE next_check_at IS NOT NULL AND sends = 0 AND recipient = ${recipient}`;

const window = ({ from, to, oldestFirst = false }: PurchaseSearch, after: PurchaseCursor | null) => sql`
  FROM purchase WHERE ${isBehind(after, oldestFirst)} AND ${idRange({ since: from, until: to })}
   ORDER BY id ${direction(oldestFirst)}`;

/** The last row of the window; null when the window holds all rows that are left. */
async function endOfWindow(snapshot: DbOrTransaction, filter: PurchaseSearch, after: PurchaseCursor | null) {
  const [last] = await snapshot.$queryRaw<PurchaseCursor[]>(sql`
    SELECT id, (extract(epoch FROM created_at) * 1000000)::bigint AS "createdAtUs" ${window(filter, after)}
    OFFSET ${inlined(WINDOW - 1)} LIMIT 1`);
  return last ?? null;
}

function matches({ review, ...filter }: PurchaseSearch): Sql {
  const conditions = [
    sql`a.mode = 'live'`,
    review === true ? sql`p.needs_review` : TRUE,
    given(filter.accountId, (id) => sql`p.account_id = ${id}::uuid`),
    given(filter.product, (product) => sql`p.product_type = ${product}`),
    given(statusesOf(filter.status), (statuses) => sql`p.status = ANY (${statuses}::text[])`),
    given(filter.from, (from) => sql`p.created_at >= ${from}`),
    given(filter.to, (to) => sql`p.created_at < ${to}`),
    given(filter.olderThanMinutes, (minutes) => sql`p.created_at < ${minutesAgo(minutes)}`),
    given(filter.provider, (provider) => sql`p.provider = ${provider}`),
    given(filter.network, (network) => sql`${SERVICE} = ${network}`),
    given(filter.failedAt, failedAttemptAt),
  ];
  return Prisma.join(conditions, ' AND ');
}

const given = <T>(value: T | undefined, condition: (value: T) => Sql): Sql =>
  value === undefined ? TRUE : condition(value);

/** The attempts that `countSent` counts as failed at this provider. */
const failedAttemptAt = (provider: string) => sql`(
  (p.provider = ${provider} AND p.sends = 1 AND p.status IN ('failed', 'refunded'))
  OR EXISTS (SELECT FROM closed_attempt c
              WHERE c.purchase_id = p.id AND c.provider = ${provider} AND ${GAVE_NO_VALUE}))`;

/** Why a purchase is under review: the latest evidence, of a row `p` of purchase. */
const REVIEW_REASON = sql`coalesce(
  'contradicted: ' || (p.contradicted_by ->> 'cause'),
  p.provider_evidence ->> 'mismatch', p.provider_evidence ->> 'answer', p.cause)`;

const COLUMNS = sql`
  ${LISTED_COLUMNS}, p.needs_review AS "needsReview", p.account_id AS "accountId", a.name AS account,
  CASE WHEN p.needs_review THEN ${REVIEW_REASON} END AS reason`;

type PurchaseUnderReview = Pick<
  Purchase,
  'requestRef' | 'productType' | 'status' | 'amountKobo' | 'recipient' | 'sentAt' | 'createdAt'
> & { account: string; reason: string };

/** Purchases of live accounts that wait for an operator to decide, oldest first. */
export function listPurchasesUnderReview(db: Db): Promise<PurchaseUnderReview[]> {
  return db.$queryRaw<PurchaseUnderReview[]>(sql`
    SELECT a.name AS account, p.request_ref AS "requestRef", p.product_type AS "productType", p.status,
           ${FACE_KOBO} AS "amountKobo", p.recipient, p.sent_at AS "sentAt", p.created_at AS "createdAt",
           ${REVIEW_REASON} AS reason
      FROM purchase p JOIN account a ON a.id = p.account_id WHERE p.needs_review AND a.mode = 'live' ORDER BY p.created_at`);
}
