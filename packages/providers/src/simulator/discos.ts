import { hasPriceList, products } from '@topup/core/product';
import type { ProviderOrder } from '@topup/core/provider';

/** The customer's facts in an answer about a prepaid delivery. */
type Named = 'name and address' | 'address' | 'nothing';

/** How a disco differs from the others, as in the sandbox. Limits in kobo. */
type Disco = {
  minimumKobo: bigint;
  maximumKobo: bigint;
  prepaidNames: Named;
  postpaidNames: Named;
  /** A lookup gives no name and no address. */
  namesNobody?: true;
  /** The first digit of every token. */
  firstDigit?: string;
  /** A second token for free energy. */
  hasBonusToken?: true;
  /** When an answer about a prepaid delivery names the VAT. */
  namesVat?: 'at once' | 'with the token';
  /** A lookup names the least that is sold to a meter. */
  namesMinimum?: true;
  /** The answer to an order never has the token. */
  tokenAlwaysLater?: true;
};

type DiscoName = (typeof products.ELECTRICITY.services)[number];

const DISCOS: Readonly<Record<DiscoName, Disco>> = {
  'ikeja-electric': disco([500, 400_000], 'name and address'),
  'eko-electric': {
    ...disco([1_000, 500_000], 'nothing'),
    hasBonusToken: true,
    namesVat: 'with the token',
    namesMinimum: true,
  },
  'abuja-electric': disco([500, 1_000_000], 'address'),
  'ibadan-electric': { ...disco([100, 500_000], 'nothing'), postpaidNames: 'nothing' },
  'kano-electric': { ...disco([500, 500_000], 'nothing'), tokenAlwaysLater: true },
  'portharcourt-electric': { ...disco([100, 10_000_000], 'name and address'), namesVat: 'at once', namesMinimum: true },
  'enugu-electric': { ...disco([500, 200_000], 'nothing'), firstDigit: '0', namesVat: 'at once', namesMinimum: true },
  'jos-electric': { ...disco([1_000, 500_000], 'nothing'), namesNobody: true },
  'kaduna-electric': { ...disco([1_100, 100_000], 'name and address'), namesMinimum: true },
  'benin-electric': disco([500, 500_000], 'name and address'),
};

function disco([minimumNaira, maximumNaira]: readonly [number, number], prepaidNames: Named): Disco {
  const limits = { minimumKobo: BigInt(minimumNaira) * 100n, maximumKobo: BigInt(maximumNaira) * 100n };
  return { ...limits, prepaidNames, postpaidNames: 'name and address' };
}

/** @throws Error if the service is not a disco */
export function discoOf(serviceId: string): Disco {
  const found = DISCOS[serviceId as DiscoName];
  if (found === undefined) throw new Error(`no disco called ${serviceId}`);
  return found;
}

const NOT_OF_DISCOS = { minimumKobo: 500n, maximumKobo: 20_000_000n };

/** The limits that the provider has for an order; null for a product with a price list. */
export function limitsOf({ productType, serviceId }: ProviderOrder): Pick<Disco, 'minimumKobo' | 'maximumKobo'> | null {
  if (hasPriceList(productType)) return null;
  return products[productType].recipient === 'meter' ? discoOf(serviceId) : NOT_OF_DISCOS;
}
