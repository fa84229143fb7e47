import type { Mode } from '../account/mode';
import { type AcceptItem, type AcceptRow, itemsText, type Order } from '../purchase/accept/accept.store';
import { type Db, jsonRows, onlyRow, sql } from '../shared/db';
import { toInterval } from '../shared/interval';

/** Of a batch the line `n`. `amountKobo`: what the person has confirmed. */
export type RowToSell = {
  batchId: string;
  n: number;
  accountId: string;
  mode: Mode;
  planId: string | null;
  order: Order;
  amountKobo: bigint;
};

/** An order as a row keeps it. */
type StoredOrder = Omit<Order, 'amountKobo'> & { amountKobo: string };

export const toStored = (order: Order): string => jsonRows([order]).slice(1, -1);
export const fromStored = (stored: unknown): Order => {
  const order = stored as StoredOrder;
  return { ...order, amountKobo: BigInt(order.amountKobo) };
};

/** take_batch_rows: at most `limit` rows that this worker may sell in the next five seconds. */
export async function takeBatchRows(db: Db, limit: number): Promise<RowToSell[]> {
  const rows = await db.$queryRaw<(Omit<RowToSell, 'order'> & { ordered: unknown })[]>(sql`
    SELECT r.batch_id AS "batchId", r.n, r.account_id AS "accountId", a.mode, r.plan_id AS "planId", r.ordered,
           r.amount_kobo AS "amountKobo"
      FROM take_batch_rows(${limit}::integer) r JOIN account a ON a.id = r.account_id`);
  return rows.map(({ ordered, ...row }) => ({ ...row, order: fromStored(ordered) }));
}

/** What accept_batch_row judges before accept_purchases does. */
export type RowOutcome = 'gone' | 'price_changed' | 'buying_off' | 'cap_reached';

type Row = Pick<RowToSell, 'batchId' | 'n'>;

/** accept_batch_row; its file says what it locks and returns. */
export async function acceptBatchRow(
  db: Db,
  { batchId, n }: Row,
  item: AcceptItem,
  startMs: number,
): Promise<AcceptRow | (Omit<AcceptRow, 'outcome'> & { outcome: RowOutcome })> {
  const rows = await db.$queryRaw<AcceptRow[]>(sql`
    SELECT outcome, balance_before_kobo AS "balanceBeforeKobo", balance_after_kobo AS "balanceAfterKobo",
           (extract(epoch FROM decided_at) * 1000)::float8 AS "decidedAt"
      FROM accept_batch_row(${batchId}::uuid, ${n}::integer, ${itemsText([item])}::jsonb,
                            ${toInterval(startMs)}::interval)`);
  return onlyRow(rows, 'accept_batch_row');
}

/** end_batch_row: refuses a row, or pauses its batch. */
export async function endBatchRow(db: Db, { batchId, n }: Row, error: string, pause: boolean): Promise<void> {
  await db.$executeRaw(sql`SELECT end_batch_row(${batchId}::uuid, ${n}::integer, ${error}, ${pause}::boolean)`);
}

/** note_batch_row: why a row that is tried again was not accepted. */
export async function noteBatchRow(db: Db, { batchId, n }: Row, error: string): Promise<void> {
  await db.$executeRaw(sql`SELECT note_batch_row(${batchId}::uuid, ${n}::integer, ${error})`);
}

/** Deletes batches that nobody has confirmed within a day. Returns how many. */
export async function forgetDrafts(db: Db): Promise<number> {
  const rows = await db.$queryRaw<{ deleted: number }[]>(sql`SELECT forget_drafts() AS deleted`);
  return onlyRow(rows, 'forget_drafts').deleted;
}
