import { AppError } from '../errors/error-catalog';
import { type FairQuota, runInQuota } from '../flow/fair-quota';
import type { ProviderLookups } from './provider.port';

/** The lookups that clients, and people in the dashboard, may start. */
export type ClientLookups = Required<Pick<ProviderLookups, 'verifySmartcard' | 'verifyMeter' | 'verifyProfile'>>;

/**
 * The lookups of one account within a fair quota: each may take ten seconds, and clients may ask for any number. They
 * throw AppError overloaded when the account has its quota of them open.
 */
export function limitLookups(lookups: ClientLookups, quota: FairQuota, accountId: string): ClientLookups {
  const inQuota = <T>(look: () => Promise<T>) => runInQuota(quota, accountId, () => new AppError('overloaded'), look);
  return {
    verifySmartcard: (...what) => inQuota(() => lookups.verifySmartcard(...what)),
    verifyMeter: (...what) => inQuota(() => lookups.verifyMeter(...what)),
    verifyProfile: (...what) => inQuota(() => lookups.verifyProfile(...what)),
  };
}
