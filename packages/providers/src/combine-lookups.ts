import type { Lookup, ProductType, Provider, ProviderLookups } from '@topup/core/provider';

type Asked = Pick<Provider, 'sells'> & ProviderLookups;

const NOBODY = { kind: 'unavailable', reason: 'no provider sells it' } as const;

/**
 * The lookups of several providers as those of one. The catalogue and the float are those of the first. A card or meter
 * is asked of the first that sells the product; the next one is asked when it gives no usable answer.
 */
export function combineLookups(all: readonly Asked[]): ProviderLookups {
  const [first] = all;
  if (first === undefined) throw new Error('no provider to ask');

  async function ask<T>(product: ProductType, look: (one: Asked) => Promise<Lookup<T>>): Promise<Lookup<T>> {
    let answer: Lookup<T> = NOBODY;
    for (const one of all) {
      if (one.sells !== undefined && !one.sells.includes(product)) continue;
      answer = await look(one);
      if (answer.kind !== 'unavailable') return answer;
    }
    return answer;
  }

  return {
    dataServices: first.dataServices,
    variations: (serviceId) => first.variations(serviceId),
    verifySmartcard: (serviceId, number) => ask('CABLE_TV', (one) => one.verifySmartcard(serviceId, number)),
    verifyMeter: (serviceId, number, type) => ask('ELECTRICITY', (one) => one.verifyMeter(serviceId, number, type)),
    balance: () => first.balance(),
  };
}
