import { type FinalStatus, messages } from '../purchase/status';
import { type Db, onlyRow, sql } from '../shared/db';
import {
  CLIENT_COLUMNS,
  CLIENT_JOINS,
  type ClientPurchase,
  type ClientRow,
  toClientPurchase,
} from './account-purchases.store';

/**
 * Where a change stands among those of its account: since when its server is the recorded one, in microseconds of Unix
 * time, then its transaction, then its purchase.
 */
export type ChangePlace = { serverSinceUs: bigint; transaction: bigint; purchaseId: string };

/** Before every change. */
export const FIRST_PLACE: ChangePlace = {
  serverSinceUs: 0n,
  transaction: 0n,
  purchaseId: '00000000-0000-0000-0000-000000000000',
};

/** The end of a purchase, or its reversal, with the purchase as it was then. */
export type PurchaseChange = { place: ChangePlace; changedAt: Date; purchase: ClientPurchase };

/** Whether a row `c` of purchase_change comes after a place, whose parts are given, and before the `end`. */
const comesAfter = (end: ChangePlace, serverSinceUs: unknown, transaction: unknown, purchaseId: unknown) => sql`
  (c.server_since, c.changed_in, c.purchase_id) >
    (${momentOf(serverSinceUs)}, ${transaction}::bigint, ${purchaseId}::uuid)
  AND (c.server_since, c.changed_in) < (${momentOf(end.serverSinceUs)}, ${end.transaction}::bigint)`;

const momentOf = (microseconds: unknown) =>
  sql`timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`;

const microseconds = sql`(extract(epoch FROM since) * 1000000)::bigint`;

/**
 * The changes of an account after a place, in an order that is the same at every read. None is passed over: a read ends
 * before the oldest transaction that still runs. It reads no more than `limit` rows, at any depth.
 */
export async function listChanges(
  db: Db,
  accountId: string,
  { after, limit }: { after: ChangePlace; limit: number },
): Promise<PurchaseChange[]> {
  type Row = ClientRow & { serverSinceUs: bigint; transaction: bigint; became: FinalStatus; changedAt: Date };
  const end = await lastPlace(db);
  const rows = await db.$queryRaw<Row[]>(sql`
    SELECT ${CLIENT_COLUMNS}, changed.became, changed.changed_at AS "changedAt",
           ${microseconds} AS "serverSinceUs", changed.transaction
      FROM (SELECT c.purchase_id, c.status AS became, c.changed_at, c.server_since AS since, c.changed_in AS transaction
              FROM purchase_change c
             WHERE c.account_id = ${accountId}::uuid
               AND ${comesAfter(end, after.serverSinceUs, after.transaction, after.purchaseId)}
             ORDER BY c.server_since, c.changed_in, c.purchase_id LIMIT ${limit}::integer) changed
      JOIN purchase p ON p.id = changed.purchase_id ${CLIENT_JOINS}
     ORDER BY changed.since, changed.transaction, changed.purchase_id`);
  return rows.map(({ serverSinceUs, transaction, became, changedAt, ...row }) => {
    const now = toClientPurchase(row);
    const isReversed = became === 'success' && now.status !== became;
    const then = { status: became, message: messages.success(now.productType), causeCode: null, finalAt: changedAt };
    return {
      place: { serverSinceUs, transaction, purchaseId: now.id },
      changedAt,
      purchase: isReversed ? { ...now, ...then } : now,
    };
  });
}

/**
 * The place after all changes of now. No change appears before it any more, to statements after this one: it stands
 * before the oldest transaction that still runs, on the server of now.
 */
export async function lastPlace(db: Db): Promise<ChangePlace> {
  const rows = await db.$queryRaw<Omit<ChangePlace, 'purchaseId'>[]>(sql`
    SELECT ${microseconds} AS "serverSinceUs", first_running_transaction() AS transaction FROM known_server`);
  return { ...onlyRow(rows), purchaseId: FIRST_PLACE.purchaseId };
}

/** For each reader of changes, in the order given, whether there is one after its place. One lookup for each. */
export async function haveChanged(
  db: Db,
  readers: readonly { accountId: string; after: ChangePlace }[],
): Promise<boolean[]> {
  const end = await lastPlace(db);
  const rows = await db.$queryRaw<{ changed: boolean }[]>(sql`
    SELECT EXISTS (SELECT FROM purchase_change c
                    WHERE c.account_id = reader.account
                      AND ${comesAfter(end, sql`reader.since`, sql`reader.transaction`, sql`reader.purchase`)}) AS changed
      FROM unnest(${readers.map(({ accountId }) => accountId)}::uuid[],
                  ${readers.map(({ after }) => after.serverSinceUs)}::bigint[],
                  ${readers.map(({ after }) => after.transaction)}::bigint[],
                  ${readers.map(({ after }) => after.purchaseId)}::uuid[])
           WITH ORDINALITY AS reader (account, since, transaction, purchase, n)
     ORDER BY reader.n`);
  return rows.map(({ changed }) => changed);
}
