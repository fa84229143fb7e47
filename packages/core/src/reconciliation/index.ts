export { signDay } from './decide/close-day';
export { lastClosedDay, listClosedDays } from './decide/closed-day.store';
export { explainGap } from './decide/explain-gap';
export {
  countOpenFindings,
  listFindings,
  listFindingsByDay,
  listReadProviders,
  listStatementEvidence,
} from './decide/finding.store';
export { decideFinding } from './decide/resolve-finding';
export { asSigned, readDay } from './decide/sum-day';
export { daysNotByRows } from './judge/basis.store';
export { type Reconciled, reconcile } from './judge/reconcile';
export { importByHand, pullByHand, withdrawByHand } from './read-and-reconcile';
export {
  type Finding,
  type FindingKind,
  type FindingState,
  findingKinds,
  findingStates,
  type Pull,
  type ReadDay,
  type Resolution,
  resolutions,
  type StatementEvidence,
} from './records';
export { checkAttempts } from './sources/check-attempts';
export { previewStatement } from './sources/preview-statement';
export { pullStatement, takeBalance } from './sources/pull-statement';
export { isZone } from './sources/read-cells';
export { type CsvColumn, type CsvColumns, csvColumns } from './sources/read-statement-csv';
export {
  findUnknownPurchases,
  listPulls,
  listSales,
  readCoverage,
  recordPull,
  recordRows,
  searchPulls,
} from './sources/statement.store';
export { giveTurnBack, type ReadAge, type ReconciliationTask, readAges, takeTurn } from './sources/turn.store';
