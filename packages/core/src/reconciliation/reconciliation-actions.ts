import type { NewAction } from '../audit/action.store';
import { formatNaira } from '../shared/money';
import type { DaySums, Finding, Resolution } from './records';

/** Actions on the statements of a provider. `subject`: the provider. */
export const reconciliationActions = {
  pulled: (pull: { provider: string; since: Date; until: Date; added: number }): NewAction => ({
    action: 'reconciliation.pull',
    subject: pull.provider,
    details: { since: pull.since.toISOString(), until: pull.until.toISOString(), added: String(pull.added) },
  }),
  /** `skipped`: rows that were not kept. `digest`: SHA-256 of the file. */
  imported: (
    file: Record<'rows' | 'skipped' | 'added', number> & { provider: string; from: Date; to: Date; digest: string },
  ): NewAction => ({
    action: 'reconciliation.import',
    subject: file.provider,
    details: {
      since: file.from.toISOString(),
      until: file.to.toISOString(),
      rows: String(file.rows),
      skipped: String(file.skipped),
      added: String(file.added),
      sha256: file.digest,
    },
  }),
  /** `rows`: how many were deleted. */
  withdrawn: ({ id, provider, rows }: { id: bigint; provider: string; rows: number }): NewAction => ({
    action: 'reconciliation.withdraw',
    subject: provider,
    subjectId: String(id),
    details: { rows: String(rows) },
  }),
  /** `entryKobo`: by how much our float was changed. */
  resolved: (
    { id, provider, kind, differenceKobo, reference, accountId }: Finding,
    { resolution, note, entryKobo }: { resolution: Resolution; note: string; entryKobo: bigint },
  ): NewAction => ({
    action: 'reconciliation.resolve',
    subject: provider,
    subjectId: String(id),
    ...(reference !== null && { requestRef: reference }),
    ...(accountId !== null && { accountId }),
    note,
    before: { finding: kind, difference: formatNaira(differenceKobo), state: 'open' },
    after: { state: 'resolved', resolution, float: formatNaira(entryKobo) },
  }),
  closed: ({ provider, day, closingKobo, costKobo, floatClosingKobo, carriedKobo }: DaySums): NewAction => ({
    action: 'reconciliation.close',
    subject: provider,
    subjectId: day,
    after: {
      day,
      closing: formatNaira(closingKobo),
      cost: formatNaira(costKobo),
      float: formatNaira(floatClosingKobo),
      carried: formatNaira(carriedKobo),
    },
  }),
};
