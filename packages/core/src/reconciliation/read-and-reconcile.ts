import type { By } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Db } from '../shared/db';
import { type Reconciled, reconcile } from './judge/reconcile';
import { reconciliationActions } from './reconciliation-actions';
import { type Imported, importStatement, type StatementFile, withdrawImport } from './sources/import-statement';
import { pullStatement, type StatementSourceProvider } from './sources/pull-statement';
import type { Withdrawal } from './sources/statement.store';

// Statements that a person has read, or takes back, are compared at once with what we have booked.

/** Reads the statement of a provider, from `from` on or from where it was read to. */
export async function pullByHand(db: Db, by: By, source: StatementSourceProvider, from?: Date) {
  const pulled = await pullStatement(db, source, from === undefined ? {} : { from });
  await withAuditLog(db, by, async () => ({ result: null, action: reconciliationActions.pulled(pulled) }));
  return { ...pulled, ...(await reconcile(db, source.name)) };
}

type Done<T, Kind extends string> = (Extract<T, { kind: Kind }> & Reconciled) | Exclude<T, { kind: Kind }>;

/** Keeps the rows of a CSV file of any provider. */
export async function importByHand(db: Db, by: By, file: StatementFile): Promise<Done<Imported, 'imported'>> {
  const imported = await importStatement(db, by, file);
  return imported.kind === 'imported' ? { ...imported, ...(await reconcile(db, file.provider)) } : imported;
}

/** Takes back an import of a wrong file as a whole. */
export async function withdrawByHand(db: Db, by: By, id: bigint): Promise<Done<Withdrawal, 'withdrawn'>> {
  const withdrawn = await withdrawImport(db, by, id);
  return withdrawn.kind === 'withdrawn' ? { ...withdrawn, ...(await reconcile(db, withdrawn.provider)) } : withdrawn;
}
