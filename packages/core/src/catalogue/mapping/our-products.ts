import type { DbOrTransaction } from '../../shared/db';
import { airtimeNetworks, discos, meterTypes } from '../products';
import { readOurPackages, readOurPlans } from './mapping.store';
import type { OurProduct } from './match-products';

/** Everything that we sell and that can be mapped. `owner`: the provider whose plans and packages are ours. */
export async function readOurProducts(db: DbOrTransaction, owner: string): Promise<OurProduct[]> {
  return [...openAmounts, ...(await readOurPlans(db)), ...(await readOurPackages(db, owner))];
}

/** What we sell for any amount. Meters are paid in advance or afterwards. */
const openAmounts: readonly OurProduct[] = [
  ...airtimeNetworks.map((serviceId) => open('AIRTIME', serviceId, null)),
  ...discos.flatMap((serviceId) => meterTypes.map((type) => open('ELECTRICITY', serviceId, type))),
];

function open(productType: 'AIRTIME' | 'ELECTRICITY', serviceId: string, variationCode: string | null): OurProduct {
  const name = variationCode === null ? serviceId : `${serviceId} ${variationCode}`;
  return { productType, serviceId, variationCode, name, network: null, costKobo: null };
}

/** How operators name a product of ours: `mtn`, `mtn-data/mtn-10mb-100`, `eko-electric/prepaid`. */
export const ourText = ({ serviceId, variationCode }: Pick<OurProduct, 'serviceId' | 'variationCode'>): string =>
  variationCode === null ? serviceId : `${serviceId}/${variationCode}`;
