export type FindingState = 'open' | 'resolved' | 'cleared';

/**
 * GET /api/operator/reconciliation/findings?provider=&kind=&state=&cursor=, newest first. `difference`: by how much
 * more they charged than was booked. `suggested`: `reference` and the row belong together perhaps.
 */
export type FindingRow = {
  id: string;
  provider: string;
  day: string;
  kind: string;
  state: FindingState;
  difference: string;
  purchase: { reference: string; accountId: string } | null;
  row: string | null;
  suggested: boolean;
  foundAt: string;
  resolvedBy: string | null;
  resolution: string | null;
  note: string | null;
};

/** What is read, closed and open at one provider. `nextDay`: the day to close next; null when none is over. */
export type ReconciledProvider = {
  name: string;
  coveredFrom: string | null;
  coveredTo: string | null;
  closedUpTo: string | null;
  nextDay: string | null;
  open: number;
  overcharged: string;
};

/** GET /api/operator/reconciliation. `points`: each of the last 30 days in Lagos, in order. */
export type Reconciliation = {
  providers: ReconciledProvider[];
  points: { day: string; open: number; resolved: number; difference: string }[];
};

/**
 * GET /api/operator/reconciliation/days/:provider/:day; POST /api/operator/reconciliation/close { provider, day }
 * answers the same of the day that it has closed.
 */
export type DaySums = {
  provider: string;
  day: string;
  basis: 'rows' | 'snapshots';
  rows: number;
  attempts: number;
  opening: string;
  credits: string;
  debits: string;
  unlisted: string;
  closing: string;
  floatOpening: string;
  entries: string;
  cost: string;
  earlier: string;
  floatClosing: string;
  carried: string;
  drift: string;
  unexplained: string;
  openOrders: number;
  openFindings: number;
};

/** POST /api/operator/reconciliation/findings/:id/resolve { resolution, note, amount? }. `float`: its change. */
export type ResolvedFinding = { id: string; resolution: 'accepted' | 'matched' | 'explained'; float: string };

/**
 * GET /api/operator/reconciliation/evidence/:purchaseId, oldest first: what the statements of its providers say of a
 * purchase. `suggested`: only its amount and time are near.
 */
export type StatementEvidence = {
  row: string;
  provider: string;
  attempt: number;
  at: string;
  direction: 'debit' | 'credit';
  amount: string;
  suggested: boolean;
}[];
