import type { Finding, Pull, ReadDay } from '@topup/core/reconciliation';
import { formatNaira } from '@topup/core/shared';
import type { DaySums, FindingRow, StatementPull } from '@topup/dashboard-contract';
import type { CsvColumn } from '../../http/csv';

export const toFindingRow = (one: Finding): FindingRow => ({
  id: String(one.id),
  provider: one.provider,
  day: one.day,
  kind: one.kind,
  state: one.state,
  difference: formatNaira(one.differenceKobo),
  purchase:
    one.requestRef === null || one.accountId === null ? null : { reference: one.requestRef, accountId: one.accountId },
  row: one.suggestedRowName ?? one.rowName,
  suggested: one.purchaseId !== null && (one.suggestedRowId ?? one.rowId) !== null,
  foundAt: one.foundAt.toISOString(),
  resolvedBy: one.resolvedBy,
  resolution: one.resolution,
  note: one.note,
});

export const toDaySums = (sums: ReadDay): DaySums => ({
  provider: sums.provider,
  day: sums.day,
  basis: sums.basis,
  rows: sums.rows,
  attempts: sums.attempts,
  opening: formatNaira(sums.openingKobo),
  credits: formatNaira(sums.creditsKobo),
  debits: formatNaira(sums.debitsKobo),
  unlisted: formatNaira(sums.unlistedKobo),
  closing: formatNaira(sums.closingKobo),
  floatOpening: formatNaira(sums.floatOpeningKobo),
  entries: formatNaira(sums.entriesKobo),
  cost: formatNaira(sums.costKobo),
  earlier: formatNaira(sums.earlierKobo),
  floatClosing: formatNaira(sums.floatClosingKobo),
  carried: formatNaira(sums.carriedKobo),
  drift: formatNaira(sums.driftKobo),
  unexplained: formatNaira(sums.unexplainedKobo),
  openOrders: sums.open,
  openFindings: sums.findings,
  closedBy: sums.closed?.by ?? null,
  closedAt: sums.closed?.at.toISOString() ?? null,
});

export const toStatementPull = ({ id, since, until, pulledAt, ...pull }: Pull): StatementPull => ({
  ...pull,
  id: String(id),
  since: since.toISOString(),
  until: until.toISOString(),
  at: pulledAt.toISOString(),
});

export const FINDING_COLUMNS: CsvColumn<FindingRow>[] = [
  ['id', ({ id }) => id],
  ['provider', ({ provider }) => provider],
  ['day', ({ day }) => day],
  ['kind', ({ kind }) => kind],
  ['state', ({ state }) => state],
  ['difference', ({ difference }) => difference],
  ['reference', ({ purchase }) => purchase?.reference ?? null],
  ['account_id', ({ purchase }) => purchase?.accountId ?? null],
  ['row', ({ row }) => row],
  ['suggested', ({ suggested }) => suggested],
  ['found_at', ({ foundAt }, time) => time(foundAt)],
  ['resolved_by', ({ resolvedBy }) => resolvedBy],
  ['resolution', ({ resolution }) => resolution],
  ['note', ({ note }) => note],
];

export const DAY_COLUMNS: CsvColumn<DaySums>[] = [
  ['day', ({ day }) => day],
  ['provider', ({ provider }) => provider],
  ['basis', ({ basis }) => basis],
  ['rows', ({ rows }) => rows],
  ['attempts', ({ attempts }) => attempts],
  ['opening', ({ opening }) => opening],
  ['credits', ({ credits }) => credits],
  ['debits', ({ debits }) => debits],
  ['unlisted', ({ unlisted }) => unlisted],
  ['closing', ({ closing }) => closing],
  ['float_opening', ({ floatOpening }) => floatOpening],
  ['entries', ({ entries }) => entries],
  ['cost', ({ cost }) => cost],
  ['earlier', ({ earlier }) => earlier],
  ['float_closing', ({ floatClosing }) => floatClosing],
  ['carried', ({ carried }) => carried],
  ['drift', ({ drift }) => drift],
  ['unexplained', ({ unexplained }) => unexplained],
  ['closed_by', ({ closedBy }) => closedBy],
  ['closed_at', ({ closedAt }, time) => time(closedAt)],
];

export const PULL_COLUMNS: CsvColumn<StatementPull>[] = [
  ['id', ({ id }) => id],
  ['provider', ({ provider }) => provider],
  ['source', ({ source }) => source],
  ['since', ({ since }, time) => time(since)],
  ['until', ({ until }, time) => time(until)],
  ['rows', ({ rows }) => rows],
  ['added', ({ added }) => added],
  ['fault', ({ fault }) => fault],
  ['at', ({ at }, time) => time(at)],
];
