import type { Finding, Pull, ReadDay } from '@topup/core/reconciliation';
import { formatNaira } from '@topup/core/shared';
import type { DaySums, FindingRow, StatementPull } from '@topup/dashboard-contract';

export const toFindingRow = (one: Finding): FindingRow => ({
  ...{ id: String(one.id), provider: one.provider, day: one.day, kind: one.kind, state: one.state },
  difference: formatNaira(one.differenceKobo),
  purchase:
    one.requestRef === null || one.accountId === null ? null : { reference: one.requestRef, accountId: one.accountId },
  row: one.suggestedRowName ?? one.rowName,
  suggested: one.purchaseId !== null && (one.suggestedRowId ?? one.rowId) !== null,
  foundAt: one.foundAt.toISOString(),
  ...{ resolvedBy: one.resolvedBy, resolution: one.resolution, note: one.note },
});

export const toDaySums = (sums: ReadDay): DaySums => ({
  ...{ provider: sums.provider, day: sums.day, basis: sums.basis, rows: sums.rows, attempts: sums.attempts },
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
  ...{ openOrders: sums.open, openFindings: sums.findings },
  ...{ closedBy: sums.closed?.by ?? null, closedAt: sums.closed?.at.toISOString() ?? null },
});

export const toStatementPull = ({
  provider,
  source,
  since,
  until,
  rows,
  added,
  fault,
  pulledAt,
}: Pull): StatementPull => ({
  ...{ provider, source, since: since.toISOString(), until: until.toISOString(), rows, added, fault },
  at: pulledAt.toISOString(),
});
