import type { By } from '../audit/actor';
import { unchanged, withAuditLog } from '../audit/with-audit-log';
import { type BuyablePlan, findBuyablePlan } from '../catalogue/catalogue.store';
import { readDiscountsOf } from '../catalogue/discount.store';
import { isRefused, type Refused } from '../errors/refusal-catalog';
import type { Order } from '../purchase/accept/accept.store';
import { airtimeOrder, dataOrder } from '../purchase/order/orders';
import { referenceFault } from '../purchase/order/reference-fault';
import type { Db } from '../shared/db';
import { formatNaira } from '../shared/money';
import {
  codeOfBatch,
  findBatch,
  insertBatch,
  listSameBefore,
  listSameWaiting,
  listUsedReferences,
  type NewRow,
  readBuyingAccount,
  readDraftNotes,
  readDraftRows,
  wantedOf,
} from './batch.store';
import { chargeFor } from './check-form';
import type { Batch, BatchNote } from './records';

/** A row of a file whose form is right. `row`: its line, the header is line 1. `amountKobo`: the face value. */
export type FileRow = {
  row: number;
  product: 'airtime' | 'data';
  network?: string;
  planId?: string;
  phone: string;
  amountKobo?: bigint;
  reference?: string;
};

/** The bounds of airtime by network. */
type Bounds = Readonly<Record<string, { min: bigint; max: bigint }>>;

export type NewFile = {
  /** Given by the browser. */
  id: string;
  accountId: string;
  userId: string;
  name: string;
  rows: readonly FileRow[];
  /** The corrections that were made in the file. */
  notes: readonly BatchNote[];
  bounds: Bounds;
};

type Opened =
  | { kind: 'faulty'; faults: BatchNote[]; notes: BatchNote[] }
  | { kind: 'opened'; batch: Batch }
  | Refused<'buying_off' | 'batch_id_taken'>;

/**
 * Checks all rows against what can be bought now, and keeps them as a draft for a day when nothing is wrong.
 * `noteDraft` says what to look at in it.
 */
export async function openFile(db: Db, by: By, file: NewFile): Promise<Opened> {
  const { id, accountId, userId } = file;
  const account = await readBuyingAccount(db, accountId);
  if (account.mode === 'live' && account.capKobo === null) return { kind: 'buying_off' };
  const { rows, faults } = await toRows(db, file);
  if (faults.length > 0 || rows.length === 0) {
    const notes = byRow([...file.notes, ...(await repeats(db, { accountId, batchId: id }, rows))]);
    return { kind: 'faulty', faults: faults.length > 0 ? faults : [EMPTY], notes };
  }
  return withAuditLog<Opened>(db, by, async (tx) => {
    const batch = { id, code: codeOfBatch(id), source: 'file', fileName: file.name, accountId } as const;
    const written = await insertBatch(tx, { ...batch, openedBy: userId, rows, notes: file.notes });
    if (isRefused(written)) return unchanged(written);
    const opened = await findBatch(tx, accountId, id);
    return unchanged(opened === null ? { kind: 'batch_id_taken' } : { kind: 'opened', batch: opened });
  });
}

/**
 * The notes that a person reads before they confirm a draft, by row: corrections made in the file, and rows that are
 * there twice, were bought in the last 24 hours, or are in another batch. None of a batch that is no draft.
 */
export async function noteDraft(db: Db, accountId: string, id: string): Promise<BatchNote[]> {
  const corrected = await readDraftNotes(db, accountId, id);
  if (corrected === null) return [];
  return byRow([...corrected, ...(await repeats(db, { accountId, batchId: id }, await readDraftRows(db, id)))]);
}

const byRow = (notes: BatchNote[]): BatchNote[] => notes.sort((one, other) => one.row - other.row);

type Own = { accountId: string; batchId: string };

const repeats = async (db: Db, own: Own, rows: readonly NewRow[]): Promise<BatchNote[]> => [
  ...twiceInFile(rows),
  ...(await boughtBefore(db, own, rows)),
];

const EMPTY: BatchNote = { row: 1, field: 'file', reason: 'The file has no row below its header.' };

/** What makes an order of a row, or the faults of the row. */
type Pricing = { plans: Map<string, BuyablePlan | null>; discounts: ReadonlyMap<string, number>; bounds: Bounds };

async function toRows(db: Db, file: NewFile): Promise<{ rows: NewRow[]; faults: BatchNote[] }> {
  const { accountId, id, bounds } = file;
  const plans = new Map<string, BuyablePlan | null>();
  for (const { planId } of file.rows)
    if (planId !== undefined && !plans.has(planId)) plans.set(planId, await findBuyablePlan(db, accountId, planId));
  const pricing = { plans, discounts: await readDiscountsOf(db, accountId), bounds };
  const faults: BatchNote[] = [];
  const rows = file.rows.flatMap((row): NewRow[] => {
    const requestRef = row.reference ?? `${codeOfBatch(id)}-${row.row}`;
    const order = toOrder(row, requestRef, pricing);
    if ('reason' in order) {
      faults.push({ row: row.row, ...order });
      return [];
    }
    return [{ n: row.row, order, planId: row.planId ?? null, chargeKobo: chargeFor(pricing.discounts, order) }];
  });
  faults.push(...(await wrongReferences(db, accountId, file.rows, rows)));
  return { rows, faults: faults.sort((one, other) => one.row - other.row) };
}

type Fault = Omit<BatchNote, 'row'>;

function toOrder(row: FileRow, requestRef: string, { plans, bounds }: Pricing): Order | Fault {
  const { phone, amountKobo } = row;
  if (row.product === 'airtime') {
    const network = row.network ?? '';
    const range = Object.entries(bounds).find(([name]) => name === network)?.[1];
    if (range === undefined)
      return { field: 'network', reason: `There is no such network: use ${Object.keys(bounds).join(', ')}.` };
    if (amountKobo === undefined) return { field: 'amount', reason: 'Airtime needs an amount.' };
    if (amountKobo < range.min || amountKobo > range.max)
      return { field: 'amount', reason: `It must be between ${formatNaira(range.min)} and ${formatNaira(range.max)}.` };
    return airtimeOrder({ network, phone, amountKobo, requestRef });
  }
  const plan = plans.get(row.planId ?? '') ?? null;
  if (plan === null) return { field: 'plan_id', reason: 'There is no such data plan, or it cannot be bought now.' };
  if (amountKobo !== undefined && amountKobo !== plan.priceKobo)
    return { field: 'amount', reason: `This plan costs ${formatNaira(plan.priceKobo)}. Leave it out, or correct it.` };
  return dataOrder({ phone, requestRef }, plan);
}

/** References that are malformed, there twice, or used before. */
async function wrongReferences(
  db: Db,
  accountId: string,
  given: readonly FileRow[],
  rows: readonly NewRow[],
): Promise<BatchNote[]> {
  const used = await listUsedReferences(
    db,
    accountId,
    rows.map(({ order }) => order.requestRef),
  );
  const firsts = new Map<string, number>();
  for (const { n, order } of rows.toReversed()) firsts.set(order.requestRef, n);
  const malformed = given.flatMap(({ row, reference = '' }) =>
    reference === '' || (referenceFault(reference) === null && [...reference].length <= 50)
      ? []
      : [
          {
            row,
            field: 'reference',
            reason: 'It must have 1 to 50 visible characters, and none of them blank at its ends.',
          },
        ],
  );
  return [
    ...malformed,
    ...rows.flatMap(({ n, order: { requestRef } }) => {
      const first = firsts.get(requestRef) ?? n;
      if (first !== n) return [{ row: n, field: 'reference', reason: `Row ${first} has the same reference.` }];
      return used.has(requestRef)
        ? [{ row: n, field: 'reference', reason: 'Another purchase of your account has this reference.' }]
        : [];
    }),
  ];
}

function twiceInFile(rows: readonly NewRow[]): BatchNote[] {
  const firsts = new Map<string, number>();
  return rows.flatMap(({ n, order }) => {
    const { productType, recipient, amountKobo, providerOrder } = order;
    const same = [productType, recipient, amountKobo, providerOrder.serviceId, providerOrder.variationCode].join('/');
    const first = firsts.get(same);
    if (first === undefined) firsts.set(same, n);
    return first === undefined
      ? []
      : [{ row: n, field: 'phone', reason: `Row ${first} buys the same for this number.` }];
  });
}

async function boughtBefore(db: Db, own: Own, rows: readonly NewRow[]): Promise<BatchNote[]> {
  const wanted = rows.map(({ order }) => wantedOf(order));
  const note = (n: number, reason: string): BatchNote => ({ row: rows[n]?.n ?? 0, field: 'phone', reason });
  const [before, waiting] = await Promise.all([
    listSameBefore(db, own.accountId, wanted),
    listSameWaiting(db, own, wanted),
  ]);
  return [
    ...before.map(({ n, reference }) =>
      note(n, `The same was bought for this number in the last 24 hours, as ${reference}.`),
    ),
    ...waiting.map(({ n, reference, draft }) =>
      note(
        n,
        draft === null
          ? `The same for this number waits to be bought, as ${reference}.`
          : `The same for this number is in another draft, ${draft}.`,
      ),
    ),
  ];
}
