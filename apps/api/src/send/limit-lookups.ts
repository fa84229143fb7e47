import type { ProviderLookups } from '@topup/core/provider';
import type { Semaphore } from '@topup/core/shared';
import { runIfFree } from './run-if-free';

/** The lookups that clients may start. */
export type ClientLookups = Omit<ProviderLookups, 'balance'>;

/**
 * The same lookups, with a limit on how many run at a time: each may take ten seconds, and clients may ask for any
 * number. They throw AppError overloaded at the limit.
 */
export function limitLookups(lookups: ClientLookups, semaphore: Semaphore): ClientLookups {
  return {
    dataServices: lookups.dataServices,
    variations: async (serviceId) => runIfFree(semaphore, () => lookups.variations(serviceId)),
    verifySmartcard: async (serviceId, number) =>
      runIfFree(semaphore, () => lookups.verifySmartcard(serviceId, number)),
    verifyMeter: async (serviceId, number, type) =>
      runIfFree(semaphore, () => lookups.verifyMeter(serviceId, number, type)),
  };
}
