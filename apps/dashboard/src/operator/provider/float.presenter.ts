import { toWire } from '@topup/core/shared';
import type { ProviderFloat } from '@topup/dashboard-contract';
import type { FloatNow } from './float-reader';

export const toFloat = ({ provider, last, fault, alertKobo }: FloatNow): ProviderFloat =>
  toWire({
    ...{ provider, amountKobo: last?.kobo ?? null, readAt: last?.at ?? null, fault, markKobo: alertKobo },
    low: last !== null && alertKobo !== null && last.kobo < alertKobo,
  });
