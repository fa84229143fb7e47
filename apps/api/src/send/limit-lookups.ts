import { AppError } from '@topup/core/errors';
import type { ProviderLookups } from '@topup/core/provider';
import { runInShare, type Shares } from '@topup/core/shared';

type Verifications = Pick<ProviderLookups, 'verifySmartcard' | 'verifyMeter'>;

/** The lookups that clients may start, each for its account. */
export type ClientLookups = {
  [Name in keyof Verifications]: (
    accountId: string,
    ...what: Parameters<Verifications[Name]>
  ) => ReturnType<Verifications[Name]>;
};

/**
 * The lookups within shares: each may take ten seconds, and clients may ask for any number. They throw AppError
 * overloaded when the account has its share of them open.
 */
export function limitLookups(lookups: Verifications, shares: Shares): ClientLookups {
  const inShare = <T>(accountId: string, look: () => Promise<T>) =>
    runInShare(shares, accountId, () => new AppError('overloaded'), look);
  return {
    verifySmartcard: (accountId, ...what) => inShare(accountId, () => lookups.verifySmartcard(...what)),
    verifyMeter: (accountId, ...what) => inShare(accountId, () => lookups.verifyMeter(...what)),
  };
}
