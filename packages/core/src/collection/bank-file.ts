import { createHash } from 'node:crypto';
import { readPaymentReference } from '../account/payment-reference';
import type { By } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import type { StatementRow } from '../provider/provider.port';
import { type CsvShape, readStatementCsv } from '../reconciliation/sources/read-statement-csv';
import type { Db } from '../shared/db';
import { collectionActions } from './collection-actions';
import { addBankTransfers, type BankTransfer, listConflicts } from './transfer.store';

/**
 * `added`: listed now. `matched`: of these, those of an account. `other`: money in without a payment reference.
 * `conflicts`: references, at most ten, of rows that are left out (listConflicts).
 */
export type ImportedBankFile =
  | {
      kind: 'imported';
      rows: number;
      added: number;
      matched: number;
      other: number;
      conflicts: string[];
      digest: string;
    }
  | Refused<'csv_unreadable'>;

/** As a bank prints it in a narration, in any case, with or without the dash. */
const PAYMENT_REFERENCE = /(?<![0-9A-Z])TUP[\s-]?[0-9A-Z]{6}(?![0-9A-Z])/gi;
/** Of a name on a page. */
const LONGEST_PAYER = 200;

/**
 * Lists the money in of a file of our bank whose rows name a payment reference: each row once, however often it is
 * imported. Each waits for a person, and only then funds.
 */
export async function importBankFile(
  db: Db,
  by: By,
  { text, shape }: { text: string; shape: CsvShape },
): Promise<ImportedBankFile> {
  const read = readStatementCsv(text, shape);
  if (read.kind === 'unreadable') return { kind: 'csv_unreadable', faults: read.faults };
  const credits = read.rows.filter(({ direction, amountKobo }) => direction === 'credit' && amountKobo > 0n);
  const transfers = credits.flatMap((row) => {
    const named = paymentReferenceIn(row);
    return named === null ? [] : toTransfer(row, named);
  });
  const faults = sharedReferences(transfers);
  if (faults.length > 0) return { kind: 'csv_unreadable', faults };
  const digest = createHash('sha256').update(text).digest('hex');
  return withAuditLog<ImportedBankFile>(db, by, async (tx) => {
    const conflicting = await listConflicts(tx, transfers);
    const conflicts = [...conflicting].sort().slice(0, MOST_NAMED);
    const listed = await addBankTransfers(
      tx,
      transfers.filter(({ reference }) => !conflicting.has(reference)),
    );
    const counts = { rows: read.rows.length, ...listed, digest };
    const other = credits.length - transfers.length;
    return { result: { kind: 'imported', ...counts, other, conflicts }, action: collectionActions.bankFile(counts) };
  });
}

/** So many references are named. */
const MOST_NAMED = 10;

/** One reference funds once, so a second transfer that shared it would be lost. A row that is there twice is one. */
function sharedReferences(transfers: BankTransfer[]): string[] {
  const first = new Map<string, BankTransfer>();
  const shared = new Set<string>();
  for (const each of transfers) {
    const earlier = first.get(each.reference) ?? each;
    first.set(each.reference, earlier);
    if (earlier.amountKobo !== each.amountKobo || earlier.paidOn !== each.paidOn) shared.add(each.reference);
  }
  return [...shared].slice(0, MOST_NAMED).map((reference) => `"${reference}" is the reference of several transfers`);
}

/** `narration`: the cell that has it, which names the payer too. */
type Named = { paymentReference: string; narration: string };

/** The first payment reference of a row whose check character is right; null when there is none. */
function paymentReferenceIn({ raw }: StatementRow): Named | null {
  for (const narration of Object.values(raw as Record<string, string>))
    for (const [written] of narration.matchAll(PAYMENT_REFERENCE)) {
      const read = readPaymentReference(written);
      if (read.kind === 'read') return { paymentReference: read.reference, narration };
    }
  return null;
}

function toTransfer(row: StatementRow, { paymentReference, narration }: Named): BankTransfer {
  return {
    reference: row.providerTransactionId ?? row.providerRef ?? row.rowId,
    paymentReference,
    amountKobo: row.amountKobo,
    paidOn: row.at.toISOString(),
    payer: narration.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_PAYER),
  };
}
