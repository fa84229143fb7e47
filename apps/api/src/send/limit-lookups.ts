import type { ProviderLookups } from '@topup/core/provider';
import type { Semaphore } from '@topup/core/shared';
import { useFreeSlot } from './use-free-slot';

/** Those that clients may set off. */
export type ClientLookups = Omit<ProviderLookups, 'balance'>;

/**
 * The same lookups, so many at a time: each may take ten seconds, and clients may ask for any number.
 * They throw AppError overloaded when as many are under way as may be.
 */
export function limitLookups(lookups: ClientLookups, slots: Semaphore): ClientLookups {
  return {
    dataServices: lookups.dataServices,
    variations: async (serviceId) => useFreeSlot(slots, () => lookups.variations(serviceId)),
    verifySmartcard: async (serviceId, number) => useFreeSlot(slots, () => lookups.verifySmartcard(serviceId, number)),
    verifyMeter: async (serviceId, number, type) =>
      useFreeSlot(slots, () => lookups.verifyMeter(serviceId, number, type)),
  };
}
