import { formatNaira } from '@topup/core/shared';
import type { ProviderFloat } from '@topup/dashboard-contract';
import type { FloatNow } from './float-reader';

export const toFloat = ({ provider, last, fault, alertKobo }: FloatNow): ProviderFloat => ({
  provider,
  amount: last === null ? null : formatNaira(last.kobo),
  readAt: last?.at.toISOString() ?? null,
  fault,
  mark: alertKobo === null ? null : formatNaira(alertKobo),
  low: last !== null && alertKobo !== null && last.kobo < alertKobo,
});
