import type { Verification as StoredVerification } from '@topup/core/wallet';
import type { VerificationRow } from '@topup/dashboard-contract';

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
