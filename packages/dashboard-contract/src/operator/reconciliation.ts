import type { StatementEvidence as Evidence, Finding, FindingsOfDay, Pull, ReadDay, Wire } from '@topup/core/records';
import type { CsvColumn } from '../vocabulary';

/**
 * GET /api/operator/reconciliation/findings?provider=&kind=&state=&from=&to=&cursor=, newest first; file:
 * …/findings.csv. `from` and `to`: of the day.
 */
export type FindingRow = Wire<Finding>;

/** Reconciliation at one provider: read, closed and open. `nextDay`: the day to close next; null when none is over. */
export type ReconciledProvider = { name: string; open: number; overcharged: string } & Record<
  'coveredFrom' | 'coveredTo' | 'closedUpTo' | 'nextDay',
  string | null
>;

/**
 * GET /api/operator/reconciliation. `importable`: the providers that a file can be imported for. `points`: each of the
 * last 30 days in Lagos, in order.
 */
export type Reconciliation = {
  providers: ReconciledProvider[];
  importable: string[];
  points: Wire<FindingsOfDay>[];
};

/**
 * GET /api/operator/reconciliation/days/:provider/:day: a closed day as it was signed, an open one as it is now. GET
 * /api/operator/reconciliation/days?from=&to=&cursor= (file: …/days.csv): the closed days, the latest first. POST
 * /api/operator/reconciliation/close { provider, day } answers the day that it has closed.
 */
export type DaySums = Wire<ReadDay>;

/**
 * GET /api/operator/reconciliation/pulls?from=&to=&cursor=, newest first (file: …/pulls.csv): what was read of
 * statements, by the provider's API or from a file.
 */
export type StatementPull = Wire<Pull>;

/** POST /api/operator/reconciliation/imports/:id/withdraw, with the id of a StatementPull. `rows`: those deleted. */
export type WithdrawnImport = { id: string; rows: number };

/** POST /api/operator/reconciliation/findings/:id/resolve { resolution, note, amount? }. `float`: its change. */
export type ResolvedFinding = { id: string; resolution: 'accepted' | 'matched' | 'explained'; float: string };

/**
 * GET /api/operator/reconciliation/evidence/:purchaseId, oldest first: what the statements of its providers say of a
 * purchase.
 */
export type StatementEvidence = Wire<Evidence[]>;

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
export type ImportedFile = Record<'rows' | 'added' | 'known' | 'skipped' | 'opened' | 'cleared' | 'open', number>;
