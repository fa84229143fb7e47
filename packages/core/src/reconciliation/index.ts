export {
  type ClosedDay,
  type ClosedDayFilter,
  type DaySums,
  lastClosedDay,
  listClosedDays,
} from './decide/closed-day.store';
export { decideFinding } from './decide/decide-finding';
export { listStatementEvidence, type StatementEvidence } from './decide/evidence.store';
export {
  countOpenFindings,
  type Finding,
  type FindingCount,
  type FindingFilter,
  type FindingKind,
  type FindingState,
  findFinding,
  findingKinds,
  findingStates,
  listFindings,
  type Resolution,
  resolutions,
} from './decide/finding.store';
export { type FindingsOfDay, listFindingsByDay, listReadProviders } from './decide/overview.store';
export { asSigned, type ReadDay, readDay } from './decide/read-day';
export { signDay } from './decide/sign-day';
export { type DayReport, reportDay } from './decide/sum-day';
export { type Reconciled, reconcile } from './judge/reconcile';
export { importByHand, pullByHand, withdrawByHand } from './read-and-reconcile';
export { type Checked, checkAttempts } from './sources/check-attempts';
export { type Imported, importStatement, type StatementFile } from './sources/import-statement';
export { previewStatement, type StatementPreview } from './sources/preview-statement';
export { type Pulled, pullStatement, type StatementSourceProvider } from './sources/pull-statement';
export { isZone } from './sources/read-cells';
export { type CsvColumn, type CsvColumns, csvColumns } from './sources/read-statement-csv';
export { findUnknownPurchases, type ListedSale, listSales } from './sources/sales.store';
export {
  listPulls,
  type Pull,
  type Range,
  type Recorded,
  readCoverage,
  recordPull,
  recordRows,
  type StatementSource,
  searchPulls,
  statementSources,
} from './sources/statement.store';
export { takeBalance } from './sources/take-balance';
export { giveTurnBack, type ReadAge, type ReconciliationTask, readAges, takeTurn } from './sources/turn.store';
