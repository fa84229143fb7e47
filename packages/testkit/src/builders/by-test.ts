import type { By } from '@topup/core/audit';

/** Whom changes that a test makes are recorded as. */
export const BY_TEST: By = {
  actor: { kind: 'system', process: 'test' },
  origin: { address: null, requestId: null },
};
