import { type ProductType, productOfService } from '@topup/core/product';
import {
  type Lookup,
  type Provider,
  type ProviderCatalogue,
  type ProviderLookups,
  usesOurWords,
} from '@topup/core/provider';

type Asked = Pick<Provider, 'sells'> & ProviderLookups & Partial<ProviderCatalogue>;

const NOBODY = { kind: 'unavailable', reason: 'no provider sells it' } as const;

/**
 * The lookups of several providers as those of one. A list of plans or packages is that of the first provider whose
 * words are ours, because its codes are our ids; where it does not sell them, or there is none, of the first that does.
 * A card, meter or profile is asked of the first that sells the product; the next one is asked when it gives no usable
 * answer. The float is that of the first.
 */
export function combineLookups(all: readonly Asked[]): Required<ProviderLookups> {
  const [first] = all;
  if (first === undefined) throw new Error('no provider to ask');

  async function ask<T>(product: ProductType, look: (one: Asked) => Promise<Lookup<T>>): Promise<Lookup<T>> {
    let answer: Lookup<T> = NOBODY;
    for (const one of all) {
      if (!sells(one, product)) continue;
      answer = await look(one);
      if (answer.kind !== 'unavailable') return answer;
    }
    return answer;
  }

  const byPreference = [...all.filter(usesOurWords), ...all];
  const listerOf = (product: ProductType) => byPreference.find((one) => sells(one, product));

  return {
    dataServices: listerOf('DATA')?.dataServices ?? [],
    variations: async (serviceId) => listerOf(productOfService(serviceId))?.variations(serviceId) ?? NOBODY,
    verifySmartcard: (serviceId, number) => ask('CABLE_TV', (one) => one.verifySmartcard(serviceId, number)),
    verifyMeter: (serviceId, number, type) => ask('ELECTRICITY', (one) => one.verifyMeter(serviceId, number, type)),
    verifyProfile: (serviceId, ...what) =>
      ask(productOfService(serviceId), async (one) => one.verifyProfile?.(serviceId, ...what) ?? NOBODY),
    balance: () => first.balance(),
  };
}

const sells = ({ sells }: Pick<Provider, 'sells'>, product: ProductType): boolean => sells?.includes(product) ?? true;
