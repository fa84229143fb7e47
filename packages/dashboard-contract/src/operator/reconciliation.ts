import type { CsvColumn } from '../vocabulary';

type FindingState = 'open' | 'resolved' | 'cleared';

/**
 * GET /api/operator/reconciliation/findings?provider=&kind=&state=&from=&to=&cursor=, newest first; file:
 * …/findings.csv. `from` and `to`: of the day. `difference`: by how much more they charged than was booked.
 * `suggested`: `reference` and the row belong together perhaps.
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

/**
 * GET /api/operator/reconciliation. `importable`: the providers of which a file can be imported. `points`: each of the
 * last 30 days in Lagos, in order.
 */
export type Reconciliation = {
  providers: ReconciledProvider[];
  importable: string[];
  points: { day: string; open: number; resolved: number; difference: string }[];
};

/**
 * GET /api/operator/reconciliation/days/:provider/:day: a closed day as it was signed, an open one as it is now. GET
 * /api/operator/reconciliation/days?from=&to=&cursor= (file: …/days.csv): the closed days, the latest first. POST
 * /api/operator/reconciliation/close { provider, day } answers the day that it has closed. `closedBy` and `closedAt`:
 * null while it is open.
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
  closedBy: string | null;
  closedAt: string | null;
};

/**
 * GET /api/operator/reconciliation/pulls?from=&to=&cursor=, newest first (file: …/pulls.csv): what was read of
 * statements, by the provider's API or from a file. `fault`: why it could not be read, or `withdrawn`.
 */
export type StatementPull = {
  id: string;
  provider: string;
  source: 'api' | 'csv';
  since: string;
  until: string;
  rows: number;
  added: number;
  fault: string | null;
  at: string;
};

/** POST /api/operator/reconciliation/imports/:id/withdraw, with the id of a StatementPull. `rows`: those deleted. */
export type WithdrawnImport = { id: string; rows: number };

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

/** The heading of each column that the file has. */
export type CsvColumns = Partial<Record<CsvColumn, string>>;

/**
 * POST /api/operator/reconciliation/import/preview of `text`, `zone` (of times that name none, such as `+01:00`) and
 * `columns`, which the answer proposes when there are none: how a file would be read. Nothing is kept. `first`: its
 * first rows. `since` and `until`: what it probably covers; null while it has `faults`.
 */
export type FilePreview = {
  headings: string[];
  first: string[][];
  rows: number;
  columns: CsvColumns;
  since: string | null;
  until: string | null;
  faults: string[];
};

/**
 * POST /api/operator/reconciliation/import. `since` and `until`: the file has every row between them; a day of Lagos or
 * a time with its offset.
 */
export type ImportFile = {
  provider: string;
  text: string;
  columns: CsvColumns;
  zone: string;
  since: string;
  until: string;
};

/** `known`: rows that were there before. `skipped`: rows of a time that the API has read. The last three: findings. */
export type ImportedFile = {
  rows: number;
  added: number;
  known: number;
  skipped: number;
  opened: number;
  cleared: number;
  open: number;
};
