/** The records that leave this room as they are: `toWire` writes them. Only other records are imported here. */

/**
 * The sums of a day in Lagos at one provider, whose opening + credits - debits + unlisted steps = closing. Our float:
 * its opening + entries - cost - earlier = its closing; `earlierKobo`: changes of the cost of orders of closed days.
 * `carriedKobo`: of orders that one side counts for another day. `opensAt`, `closesAt`: the bounds of the day, or the
 * last snapshots before them.
 */
export type DaySums = {
  provider: string;
  day: string;
  basis: 'rows' | 'snapshots';
  rows: number;
  attempts: number;
  openingKobo: bigint;
  debitsKobo: bigint;
  creditsKobo: bigint;
  unlistedKobo: bigint;
  closingKobo: bigint;
  costKobo: bigint;
  earlierKobo: bigint;
  floatOpeningKobo: bigint;
  entriesKobo: bigint;
  floatClosingKobo: bigint;
  carriedKobo: bigint;
  opensAt: Date;
  closesAt: Date;
};

/** A day that a person has signed. */
export type ClosedDay = DaySums & { closedBy: string; closedAt: Date };

/**
 * `driftKobo`: by how much the provider's closing balance is above our float and the orders that are carried over.
 * `unexplainedKobo`: of its own balances, beside its rows and the resolved steps. `drifts`: findings of these two, of
 * which the open one is among `openFindings`.
 */
export type DayReport = DaySums & {
  openOrders: number;
  openFindings: number;
  drifts: { open: number; resolved: number };
  unknownCosts: number;
  driftKobo: bigint;
  unexplainedKobo: bigint;
  isComplete: boolean;
};

/** `closedBy`: who has signed it; null while it is open. `unknownCosts`: null of a closed day. */
export type ReadDay = Omit<DayReport, 'unknownCosts'> & {
  unknownCosts: number | null;
  closedBy: string | null;
  closedAt: Date | null;
};

export const findingKinds = [
  'amount_differs',
  'status_differs',
  'missing_there',
  'missing_here',
  'twice_there',
  'balance_step',
  'time_differs',
  'zone_differs',
  'row_changed',
  'day_drifts',
  'transfer_reversed',
  'transfer_differs',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/**
 * `subject`: `<purchase id>:<attempt>`, `row:<id of the row at the provider>`, or another one. `differenceKobo`: by how
 * much more they charged than we have booked. `suggestedRowId`: the row that is perhaps about this attempt; of a row
 * that is missing here, `purchaseId` and `number` are the attempt.
 */
export type Difference = {
  kind: FindingKind;
  subject: string;
  day: string;
  differenceKobo: bigint;
  purchaseId: string | null;
  number: number | null;
  rowId: bigint | null;
  suggestedRowId: bigint | null;
  facts: Record<string, unknown>;
};

export const findingStates = ['open', 'resolved', 'cleared'] as const;
export type FindingState = (typeof findingStates)[number];

/** `accepted`: our float follows the difference. `matched`: the suggested row is about this attempt. */
export const resolutions = ['accepted', 'matched', 'explained'] as const;
export type Resolution = (typeof resolutions)[number];

/**
 * `row`: its id at the provider. `suggested`: the purchase and one of the rows belong together perhaps. `reference`: of
 * the purchase; of the provider `collections`, of the transfer. `rowReference`, `rowAt`, `rowBalanceKobo`: what the
 * statement says of that row, the suggested one, or the one that belongs to the attempt: its reference, its time, and
 * the balance after it.
 */
export type Finding = Difference & {
  id: bigint;
  provider: string;
  state: FindingState;
  reference: string | null;
  accountId: string | null;
  row: string | null;
  suggestedRow: string | null;
  rowReference: string | null;
  rowAt: Date | null;
  rowBalanceKobo: bigint | null;
  suggested: boolean;
  foundAt: Date;
  resolvedAt: Date | null;
  resolvedBy: string | null;
  resolution: Resolution | null;
  note: string | null;
};

/** A row of a statement that is about a purchase. `suggested`: perhaps, because of its amount and time. */
export type StatementEvidence = {
  provider: string;
  attempt: number;
  row: string;
  at: Date;
  direction: 'debit' | 'credit';
  kind: string;
  amountKobo: bigint;
  suggested: boolean;
};

/** Findings of a day in Lagos that are not cleared. `differenceKobo`: by how much more was charged than booked. */
export type FindingsOfDay = { day: string; open: number; resolved: number; differenceKobo: bigint };

export const statementSources = ['api', 'csv'] as const;
export type StatementSource = (typeof statementSources)[number];

/** One reading of a statement. `fault`: why it could not be read, or that it was withdrawn; null when it counts. */
export type Pull = {
  id: bigint;
  provider: string;
  source: StatementSource;
  since: Date;
  until: Date;
  rows: number;
  added: number;
  fault: string | null;
  at: Date;
};
