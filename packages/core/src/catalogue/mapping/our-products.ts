import { hasPriceList, products, productTypes } from '../../product/products';
import type { DbOrTransaction } from '../../shared/db';
import { readOurPackages, readOurPlans } from './mapping.store';
import type { OurProduct } from './match-products';

/** Everything that we sell and that can be mapped. `owner`: the provider whose plans and packages are ours. */
export async function readOurProducts(db: DbOrTransaction, owner: string): Promise<OurProduct[]> {
  return [...openAmounts, ...(await readOurPlans(db)), ...(await readOurPackages(db, owner))];
}

/** What we sell for any amount, by service and variation. */
const openAmounts: readonly OurProduct[] = productTypes
  .filter((productType) => !hasPriceList(productType))
  .flatMap((productType) =>
    (products[productType].services ?? []).flatMap((serviceId) =>
      (products[productType].variations ?? [null]).map((variationCode) => {
        const name = variationCode === null ? serviceId : `${serviceId} ${variationCode}`;
        return { productType, serviceId, variationCode, name, network: null, costKobo: null };
      }),
    ),
  );

/** How operators name a product of ours: `mtn`, `mtn-data/mtn-10mb-100`, `eko-electric/prepaid`. */
export const ourText = ({ serviceId, variationCode }: Pick<OurProduct, 'serviceId' | 'variationCode'>): string =>
  variationCode === null ? serviceId : `${serviceId}/${variationCode}`;
