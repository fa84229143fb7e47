import { AppError } from '@topup/core/errors';
import { runInShare, type Shares } from '@topup/core/flow';
import type { ProviderLookups } from '@topup/core/provider';

/** The lookups that clients may start. */
export type ClientLookups = Pick<ProviderLookups, 'verifySmartcard' | 'verifyMeter'>;

/**
 * The lookups of one account within shares: each may take ten seconds, and clients may ask for any number. They throw
 * AppError overloaded when the account has its share of them open.
 */
export function limitLookups(lookups: ClientLookups, shares: Shares, accountId: string): ClientLookups {
  const inShare = <T>(look: () => Promise<T>) => runInShare(shares, accountId, () => new AppError('overloaded'), look);
  return {
    verifySmartcard: (...what) => inShare(() => lookups.verifySmartcard(...what)),
    verifyMeter: (...what) => inShare(() => lookups.verifyMeter(...what)),
  };
}
