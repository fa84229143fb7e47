export { lastClosedDay, listClosedDays } from './decide/closed-day.store';
export { decideFinding } from './decide/decide-finding';
export { listStatementEvidence, type StatementEvidence } from './decide/evidence.store';
export {
  countOpenFindings,
  type Finding,
  type FindingCount,
  type FindingKind,
  type FindingState,
  findingKinds,
  findingStates,
  listFindings,
  type Resolution,
  resolutions,
} from './decide/finding.store';
export { listFindingsByDay, listReadProviders } from './decide/overview.store';
export { asSigned, type ReadDay, readDay } from './decide/read-day';
export { signDay } from './decide/sign-day';
export { type Reconciled, reconcile } from './judge/reconcile';
export { importByHand, pullByHand, withdrawByHand } from './read-and-reconcile';
export { checkAttempts } from './sources/check-attempts';
export { previewStatement } from './sources/preview-statement';
export { pullStatement } from './sources/pull-statement';
export { isZone } from './sources/read-cells';
export { type CsvColumn, type CsvColumns, csvColumns } from './sources/read-statement-csv';
export { findUnknownPurchases, listSales } from './sources/sales.store';
export { listPulls, type Pull, readCoverage, recordPull, recordRows, searchPulls } from './sources/statement.store';
export { takeBalance } from './sources/take-balance';
export { giveTurnBack, type ReadAge, type ReconciliationTask, readAges, takeTurn } from './sources/turn.store';
