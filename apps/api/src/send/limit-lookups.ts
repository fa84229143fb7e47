import { AppError, type ProviderLookups, type Slots } from '@topup/core';

/**
 * The same lookups, so many at a time: each may take ten seconds, and clients may ask for any number.
 * They throw AppError overloaded when as many are under way as may be.
 */
export function limitLookups(lookups: ProviderLookups, slots: Slots): ProviderLookups {
  const limited = <T>(look: () => Promise<T>): Promise<T> => {
    if (slots.free() <= 0) throw new AppError('overloaded');
    return slots.use(look);
  };
  return {
    dataServices: lookups.dataServices,
    variations: async (serviceId) => limited(() => lookups.variations(serviceId)),
    verifySmartcard: async (serviceId, number) => limited(() => lookups.verifySmartcard(serviceId, number)),
    verifyMeter: async (serviceId, number, type) => limited(() => lookups.verifyMeter(serviceId, number, type)),
  };
}
