export { lastClosedDay, listClosedDays } from './decide/closed-day.store';
export { decideFinding } from './decide/decide-finding';
export { listStatementEvidence } from './decide/evidence.store';
export {
  countOpenFindings,
  type FindingCount,
  listFindings,
} from './decide/finding.store';
export { listFindingsByDay, listReadProviders } from './decide/overview.store';
export { asSigned, readDay } from './decide/read-day';
export { signDay } from './decide/sign-day';
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
export { pullStatement } from './sources/pull-statement';
export { isZone } from './sources/read-cells';
export { type CsvColumn, type CsvColumns, csvColumns } from './sources/read-statement-csv';
export { findUnknownPurchases, listSales } from './sources/sales.store';
export { listPulls, readCoverage, recordPull, recordRows, searchPulls } from './sources/statement.store';
export { takeBalance } from './sources/take-balance';
export { giveTurnBack, type ReadAge, type ReconciliationTask, readAges, takeTurn } from './sources/turn.store';
