import type { Refused } from '../errors/refusal-catalog';
import type { Order } from '../purchase/accept/accept.store';
import { type Db, type DbOrTransaction, jsonRows, onlyRow, type Sql, sql } from '../shared/db';
import type { Batch, BatchNote, BatchRow, RowStatus } from './records';
import { refusedText, waitingText } from './refused-text';
import { fromStored, toStored } from './sale.store';

/** One row to be written. `n`: its line in the file. `chargeKobo`: what the account pays for it. */
export type NewRow = { n: number; order: Order; planId: string | null; chargeKobo: bigint };

export type NewBatch = Pick<Batch, 'id' | 'code' | 'source' | 'fileName'> & {
  accountId: string;
  openedBy: string;
  rows: readonly NewRow[];
  /** The corrections that were made in the file. */
  notes?: readonly BatchNote[];
};

/** The first part of the references of a batch: the last characters of a UUID are random, whatever its version is. */
export const codeOfBatch = (id: string): string => id.slice(-8);

/**
 * Writes a batch with its rows: of a form it runs at once, and a file is a draft. `opened_before`: a request with the
 * same id has written it.
 */
export async function insertBatch(
  tx: DbOrTransaction,
  { id, code, source, fileName, accountId, openedBy, rows, notes = [] }: NewBatch,
): Promise<{ kind: 'opened' | 'opened_before' } | Refused<'batch_id_taken'>> {
  const totalKobo = rows.reduce((sum, { chargeKobo }) => sum + chargeKobo, 0n);
  const isForm = source === 'form';
  const written = await tx.$executeRaw(sql`
    INSERT INTO purchase_batch (id, account_id, code, source, file_name, state, rows, total_kobo, notes,
                                opened_by, confirmed_by, confirmed_at)
    VALUES (${id}::uuid, ${accountId}::uuid, ${code}, ${source}, ${fileName}, ${isForm ? 'running' : 'draft'},
            ${rows.length}::integer, ${totalKobo}::bigint, ${JSON.stringify(notes)}::jsonb, ${openedBy}::uuid,
            ${isForm ? openedBy : null}::uuid,
            CASE WHEN ${isForm}::boolean THEN clock_timestamp() END)
    ON CONFLICT DO NOTHING`);
  if (written === 0) {
    const known = await tx.purchaseBatch.count({ where: { id, accountId, source } });
    return known === 1 ? { kind: 'opened_before' } : { kind: 'batch_id_taken' };
  }
  const stored = rows.map(({ n, order, planId, chargeKobo }) => ({
    n,
    request_ref: order.requestRef,
    product_type: order.productType,
    plan_id: planId,
    ordered: JSON.parse(toStored(order)),
    amount_kobo: chargeKobo,
  }));
  await tx.$executeRaw(sql`
    INSERT INTO batch_row (batch_id, n, account_id, request_ref, product_type, plan_id, ordered, amount_kobo)
    SELECT ${id}::uuid, r.n, ${accountId}::uuid, r.request_ref, r.product_type, r.plan_id, r.ordered, r.amount_kobo
      FROM jsonb_to_recordset(${jsonRows(stored)}::jsonb)
           AS r (n integer, request_ref text, product_type text, plan_id text, ordered jsonb, amount_kobo bigint)`);
  return { kind: 'opened' };
}

export type BatchMove = 'confirm' | 'pause' | 'resume' | 'cancel';

/** move_batch; its file says what the outcomes mean. `totalKobo`, `userId`: of a confirmation. */
export async function moveBatch(
  tx: DbOrTransaction,
  { accountId, id }: { accountId: string; id: string },
  move: BatchMove,
  { totalKobo = null, userId = null }: { totalKobo?: bigint | null; userId?: string | null } = {},
): Promise<'moved' | 'moved_before' | 'total_changed' | 'not_possible' | 'no_such_batch'> {
  const rows = await tx.$queryRaw<{ outcome: Awaited<ReturnType<typeof moveBatch>> }[]>(sql`
    SELECT move_batch(${accountId}::uuid, ${id}::uuid, ${move}, ${totalKobo}::bigint, ${userId}::uuid) AS outcome`);
  return onlyRow(rows, 'move_batch').outcome;
}

/** Whether the batch is a draft, which nobody else confirms or reprices before this transaction ends. */
export async function lockDraft(
  tx: DbOrTransaction,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ state: Batch['state'] }[]>(sql`
    SELECT state FROM purchase_batch
     WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid FOR NO KEY UPDATE`);
  return rows[0]?.state === 'draft';
}

/** The rows of a draft, to be priced anew. */
export async function readDraftRows(tx: DbOrTransaction, id: string): Promise<NewRow[]> {
  const rows = await tx.$queryRaw<(Omit<NewRow, 'order'> & { ordered: unknown })[]>(sql`
    SELECT n, ordered, plan_id AS "planId", amount_kobo AS "chargeKobo" FROM batch_row
     WHERE batch_id = ${id}::uuid AND state = 'waiting' ORDER BY n`);
  return rows.map(({ ordered, ...row }) => ({ ...row, order: fromStored(ordered) }));
}

/** The corrections that were made in the file of a draft; null when the account has no such draft. */
export async function readDraftNotes(db: Db, accountId: string, id: string): Promise<BatchNote[] | null> {
  const rows = await db.$queryRaw<{ notes: BatchNote[] }[]>(sql`
    SELECT notes FROM purchase_batch
     WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND state = 'draft'`);
  return rows[0]?.notes ?? null;
}

/** Writes other prices of a draft that is locked, and its total. A batch that runs keeps what was confirmed. */
export async function repriceDraft(tx: DbOrTransaction, id: string, rows: readonly NewRow[]): Promise<void> {
  const stored = rows.map(({ n, order, chargeKobo }) => ({
    n,
    ordered: JSON.parse(toStored(order)),
    amount_kobo: chargeKobo,
  }));
  await tx.$executeRaw(sql`
    UPDATE batch_row r SET ordered = now.ordered, amount_kobo = now.amount_kobo
      FROM jsonb_to_recordset(${jsonRows(stored)}::jsonb) AS now (n integer, ordered jsonb, amount_kobo bigint)
     WHERE r.batch_id = ${id}::uuid AND r.n = now.n AND r.state = 'waiting'
       AND EXISTS (SELECT FROM purchase_batch b WHERE b.id = r.batch_id AND b.state = 'draft')`);
  await tx.$executeRaw(sql`
    UPDATE purchase_batch b
       SET total_kobo = (SELECT sum(r.amount_kobo) FROM batch_row r WHERE r.batch_id = b.id)
     WHERE b.id = ${id}::uuid AND b.state = 'draft'`);
}

// ---- what pages show

/** A row's status: of its purchase once it is accepted. What nobody was told of yet is pending too. */
const STATUS = sql`
  CASE WHEN r.state <> 'accepted' THEN r.state WHEN q.status = 'initiated' THEN 'pending' ELSE q.status END`;

export const rowStatuses: readonly RowStatus[] = [
  'waiting',
  'refused',
  'cancelled',
  'pending',
  'success',
  'failed',
  'refunded',
];

/** The statuses of rows whose charge is debited and stays so: `spentKobo` is the sum of theirs. */
export const debitedStatuses: readonly RowStatus[] = ['pending', 'success'];

type StoredBatch = Omit<Batch, 'progress' | 'openedBy' | 'confirmedBy'> & {
  openedBy: Batch['openedBy'];
  confirmedBy: Batch['confirmedBy'];
  counts: Partial<Record<RowStatus, number>> | null;
  spentKobo: bigint;
};

const selectBatches = async (db: DbOrTransaction, rest: Sql): Promise<Batch[]> => {
  const rows = await db.$queryRaw<StoredBatch[]>(sql`
    SELECT b.id, b.code, b.source, b.file_name AS "fileName", b.state, b.paused_for AS "pausedFor", b.rows,
           b.total_kobo AS "totalKobo", b.opened_at AS "openedAt", b.confirmed_at AS "confirmedAt",
           b.ended_at AS "endedAt",
           jsonb_build_object('id', b.opened_by, 'name', coalesce(opener.name, '')) AS "openedBy",
           CASE WHEN b.confirmed_by IS NOT NULL
                THEN jsonb_build_object('id', b.confirmed_by, 'name', coalesce(confirmer.name, '')) END
             AS "confirmedBy",
           progress.counts, progress.spent_kobo AS "spentKobo"
      FROM (SELECT * FROM purchase_batch b ${rest}) b
      LEFT JOIN dashboard_user opener ON opener.id = b.opened_by
      LEFT JOIN dashboard_user confirmer ON confirmer.id = b.confirmed_by
     CROSS JOIN LATERAL (
           SELECT jsonb_object_agg(status, rows) AS counts,
                  coalesce(sum(kobo) FILTER (WHERE status = ANY (${debitedStatuses}::text[])), 0)::bigint AS spent_kobo
             FROM (SELECT ${STATUS} AS status, count(*) AS rows, sum(r.amount_kobo) AS kobo
                     FROM batch_row r LEFT JOIN purchase q ON q.id = r.purchase_id
                    WHERE r.batch_id = b.id GROUP BY 1) by_status) progress
     ORDER BY date_trunc('milliseconds', b.opened_at) DESC, b.id DESC`);
  return rows.map(({ counts, spentKobo, ...batch }) => ({
    ...batch,
    progress: {
      ...(Object.fromEntries(rowStatuses.map((status) => [status, counts?.[status] ?? 0])) as Record<
        RowStatus,
        number
      >),
      spentKobo,
    },
  }));
};

export async function findBatch(db: DbOrTransaction, accountId: string, id: string): Promise<Batch | null> {
  const [batch] = await selectBatches(db, sql`WHERE b.id = ${id}::uuid AND b.account_id = ${accountId}::uuid`);
  return batch ?? null;
}

/** At most `limit` batches of the account after one, the newest first. A time has milliseconds, as a Date has. */
export const listBatches = (
  db: Db,
  accountId: string,
  { after, limit }: { after: Pick<Batch, 'openedAt' | 'id'> | null; limit: number },
): Promise<Batch[]> =>
  selectBatches(
    db,
    sql`WHERE b.account_id = ${accountId}::uuid
          AND (${after?.id ?? null}::uuid IS NULL
               OR (date_trunc('milliseconds', b.opened_at), b.id)
                  < (${after?.openedAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
        ORDER BY date_trunc('milliseconds', b.opened_at) DESC, b.id DESC LIMIT ${limit}`,
  );

type StoredRow = BatchRow & { lastError: string | null };

/** At most `limit` rows of a batch after a line, in the order of the file. */
export async function listBatchRows(
  db: Db,
  { accountId, id, status = null }: { accountId: string; id: string; status?: RowStatus | null },
  { after, limit }: { after: number | null; limit: number },
): Promise<BatchRow[]> {
  const rows = await db.$queryRaw<StoredRow[]>(sql`
    SELECT r.n AS row, r.product_type AS product,
           coalesce(q.provider_order, r.ordered -> 'providerOrder') ->> 'serviceId' AS service, r.plan_id AS "planId",
           coalesce(q.recipient, r.ordered ->> 'recipient') AS recipient,
           coalesce(q.face_kobo, q.amount_kobo, (r.ordered ->> 'amountKobo')::bigint) AS "amountKobo",
           r.amount_kobo AS "chargedKobo", r.request_ref AS reference, ${STATUS} AS status, r.error,
           CASE WHEN r.state = 'waiting' THEN r.last_error END AS "lastError", q.message,
           CASE WHEN q.status = 'success' AND q.result ->> 'token' <> '' THEN q.result ->> 'token' END AS token,
           r.accepted_at AS "acceptedAt"
      FROM batch_row r LEFT JOIN purchase q ON q.id = r.purchase_id
     WHERE r.batch_id = ${id}::uuid AND r.account_id = ${accountId}::uuid AND r.n > ${after ?? 0}::integer
       AND (${status}::text IS NULL OR ${STATUS} = ${status}::text)
     ORDER BY r.n LIMIT ${limit}`);
  return rows.map(({ lastError, ...row }) => ({ ...row, message: messageOf({ ...row, lastError }) }));
}

function messageOf({ error, lastError, message }: StoredRow): string | null {
  if (error !== null) return refusedText(error);
  return lastError === null ? message : waitingText(lastError);
}

/** Who has bought a purchase in the dashboard, and where. Null: a client has. */
export async function findBoughtBy(
  db: DbOrTransaction,
  purchaseId: string,
): Promise<{ name: string; batch: string; row: number; file: string | null } | null> {
  const [found] = await db.$queryRaw<{ name: string; batch: string; row: number; file: string | null }[]>(sql`
    SELECT coalesce(u.name, '') AS name, b.id AS batch, r.n AS row, b.file_name AS file
      FROM batch_row r JOIN purchase_batch b ON b.id = r.batch_id
      LEFT JOIN dashboard_user u ON u.id = b.confirmed_by
     WHERE r.purchase_id = ${purchaseId}::uuid`);
  return found ?? null;
}

// ---- what was bought before

/** What is compared with earlier purchases: the same product, code or amount, for the same number. */
export type Wanted = Pick<Order, 'productType' | 'recipient' | 'amountKobo'> & {
  serviceId: string;
  variationCode: string | null;
};

export const wantedOf = ({ productType, recipient, amountKobo, providerOrder }: Order): Wanted => ({
  productType,
  recipient,
  amountKobo,
  serviceId: providerOrder.serviceId,
  variationCode: providerOrder.variationCode,
});

/** `n`: the place in the list that was asked for. */
export type SameBefore = { n: number; reference: string; at: Date };

/**
 * Of each the newest purchase of the same in the last 24 hours that has not failed; those without one are left out.
 */
export function listSameBefore(db: Db, accountId: string, wanted: readonly Wanted[]): Promise<SameBefore[]> {
  const asked = wanted.map((each, n) => ({ ...each, n }));
  return db.$queryRaw<SameBefore[]>(sql`
    SELECT asked.n, same.request_ref AS reference, same.created_at AS at
      FROM jsonb_to_recordset(${jsonRows(asked)}::jsonb) AS asked (
             n integer, "productType" text, recipient text, "amountKobo" bigint, "serviceId" text, "variationCode" text)
     CROSS JOIN LATERAL (
           SELECT q.request_ref, q.created_at
             FROM account_purchases(${accountId}::uuid, asked.recipient, ARRAY[asked."productType"],
                                    '{initiated,pending,success}', clock_timestamp() - interval '24 hours',
                                    NULL, NULL, NULL, 20) q
            WHERE q.recipient = asked.recipient AND q.provider_order ->> 'serviceId' = asked."serviceId"
              AND q.provider_order ->> 'variationCode' IS NOT DISTINCT FROM asked."variationCode"
              AND (asked."productType" = 'DATA' OR coalesce(q.face_kobo, q.amount_kobo) = asked."amountKobo")
            ORDER BY q.created_at DESC LIMIT 1) same
     ORDER BY asked.n`);
}

/** `draft`: the file in which it is, when nobody has confirmed that. */
export type SameWaiting = Omit<SameBefore, 'at'> & { draft: string | null };

/**
 * The oldest row of each that waits in another batch of the account than `batchId`, those of confirmed ones first; what
 * is in none is left out.
 */
export function listSameWaiting(
  db: Db,
  { accountId, batchId }: { accountId: string; batchId: string },
  wanted: readonly Wanted[],
): Promise<SameWaiting[]> {
  const asked = wanted.map((each, n) => ({ ...each, n }));
  return db.$queryRaw<SameWaiting[]>(sql`
    WITH waiting AS MATERIALIZED (
      SELECT r.request_ref, b.confirmed_at, b.opened_at, r.n, r.product_type,
             CASE WHEN b.state = 'draft' THEN b.file_name END AS draft, r.ordered ->> 'recipient' AS recipient,
             (r.ordered ->> 'amountKobo')::bigint AS amount_kobo,
             r.ordered -> 'providerOrder' ->> 'serviceId' AS service,
             r.ordered -> 'providerOrder' ->> 'variationCode' AS code
        FROM purchase_batch b JOIN batch_row r ON r.batch_id = b.id AND r.state = 'waiting'
       WHERE b.account_id = ${accountId}::uuid AND b.state IN ('draft', 'running', 'paused')
         AND b.id <> ${batchId}::uuid)
    SELECT DISTINCT ON (asked.n) asked.n, same.request_ref AS reference, same.draft
      FROM jsonb_to_recordset(${jsonRows(asked)}::jsonb) AS asked (
             n integer, "productType" text, recipient text, "amountKobo" bigint, "serviceId" text, "variationCode" text)
      JOIN waiting same ON same.recipient = asked.recipient AND same.product_type = asked."productType"
                           AND same.service = asked."serviceId"
     WHERE same.code IS NOT DISTINCT FROM asked."variationCode"
       AND (asked."productType" = 'DATA' OR same.amount_kobo = asked."amountKobo")
     ORDER BY asked.n, same.confirmed_at NULLS LAST, same.opened_at, same.n`);
}

/** Which of these references the account has used, or has given to a row that waits. */
export async function listUsedReferences(
  db: Db,
  accountId: string,
  references: readonly string[],
): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ reference: string }[]>(sql`
    SELECT request_ref AS reference FROM purchase
     WHERE account_id = ${accountId}::uuid AND request_ref = ANY (${references}::text[])
    UNION
    SELECT r.request_ref FROM batch_row r JOIN purchase_batch b ON b.id = r.batch_id
     WHERE b.account_id = ${accountId}::uuid AND b.state IN ('running', 'paused') AND r.state = 'waiting'
       AND r.request_ref = ANY (${references}::text[])`);
  return new Set(rows.map(({ reference }) => reference));
}

// ---- the cap

/** `capKobo` null: nobody may buy by hand for this live account. `balanceKobo`: of its wallet. */
export type BuyingAccount = {
  mode: 'live' | 'test';
  capKobo: bigint | null;
  spentKobo: bigint;
  balanceKobo: bigint;
};

/** @throws Error when there is no such account */
export async function readBuyingAccount(db: DbOrTransaction, accountId: string): Promise<BuyingAccount> {
  const rows = await db.$queryRaw<BuyingAccount[]>(sql`
    SELECT a.mode, a.buying_cap_kobo AS "capKobo", buying_spent(a.id) AS "spentKobo", w.balance_kobo AS "balanceKobo"
      FROM account a JOIN wallet w ON w.account_id = a.id WHERE a.id = ${accountId}::uuid`);
  return onlyRow(rows, 'account');
}

/** Locks the account and sets its cap. Returns the cap before. @throws Error when there is no such account */
export async function setBuyingCap(
  tx: DbOrTransaction,
  accountId: string,
  capKobo: bigint | null,
): Promise<{ name: string; capKobo: bigint | null }> {
  const rows = await tx.$queryRaw<{ name: string; capKobo: bigint | null }[]>(sql`
    WITH before AS (
      SELECT id, name, buying_cap_kobo FROM account WHERE id = ${accountId}::uuid FOR NO KEY UPDATE)
    UPDATE account a SET buying_cap_kobo = ${capKobo}::bigint FROM before WHERE a.id = before.id
    RETURNING before.name, before.buying_cap_kobo AS "capKobo"`);
  return onlyRow(rows, 'account');
}
