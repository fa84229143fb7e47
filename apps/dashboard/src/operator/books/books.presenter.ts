import type { Verification as StoredVerification } from '@topup/core/wallet';
import type { VerificationRow } from '@topup/dashboard-contract';
import type { CsvColumn } from '../../http/csv';

export const toVerificationRow = ({
  id,
  startedAt,
  finishedAt,
  startedBy,
  sound,
  broken,
  fault,
}: StoredVerification): VerificationRow => ({
  id,
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  startedBy,
  sound,
  broken,
  fault,
});

export const VERIFICATION_COLUMNS: CsvColumn<VerificationRow>[] = [
  ['id', ({ id }) => id],
  ['started_at', ({ startedAt }, time) => time(startedAt)],
  ['finished_at', ({ finishedAt }, time) => time(finishedAt)],
  ['started_by', ({ startedBy }) => startedBy],
  ['sound', ({ sound }) => sound],
  ['broken', ({ broken }) => broken.join(' ')],
  ['fault', ({ fault }) => fault],
];
