import type { DataNetwork } from '../../product/data';
import { type ProductType, products } from '../../product/products';
import type { StoredProduct } from './product-changes';
import { isReadable, packageKey, planKey } from './read-product-name';

/** `network`: of a data plan. `costKobo`: at the owner of the catalogue; null for an open amount. */
export type OurProduct = {
  productType: ProductType;
  serviceId: string;
  variationCode: string | null;
  name: string;
  network: DataNetwork | null;
  costKobo: bigint | null;
};

/** No two of our products have the same. */
export type OurKey = Pick<OurProduct, 'productType' | 'serviceId' | 'variationCode'>;

/** Which of our products a provider product is. `confirmed`: orders go there. */
export type Match = Omit<OurKey, 'productType'> & { providerProductId: number; status: 'proposed' | 'confirmed' };

/** A mapping as it is stored. `byPerson`: a person has decided it; otherwise a sync did. */
export type StoredMapping = OurKey & {
  providerProductId: number;
  status: Match['status'] | 'rejected';
  byPerson: boolean;
};

type Options = { isOwner: boolean; networkOf(serviceId: string): DataNetwork | undefined };

/**
 * Which listed products of a provider are which of our products, without what is confirmed or a person has rejected.
 * The only match of airtime, meters or a package, and the owner's own, are confirmed; of data plans the nearest in
 * price is proposed, and so is each of several.
 * @param isOwner the plans are those of the provider (catalogue-owner.ts): it sells them under their own codes
 * @param networkOf the network of a service of data plans
 */
export function matchProducts(
  ours: readonly OurProduct[],
  theirs: readonly StoredProduct[],
  mappings: readonly StoredMapping[],
  options: Options,
): Match[] {
  const { isOwner } = options;
  const listed = theirs.filter(({ isGone }) => !isGone);
  const taken = new Set(mappings.filter(({ status }) => status === 'confirmed').map(ourKey));
  const rejected = new Set(
    mappings.filter(({ status, byPerson }) => status === 'rejected' && byPerson).map((each) => pairKey(each, each)),
  );
  const fits = (one: OurProduct, product: StoredProduct) =>
    !rejected.has(pairKey(one, { providerProductId: product.id })) && isLike(one, product, options);
  return ours.flatMap((one) => {
    if (taken.has(ourKey(one))) return [];
    const fitting = listed.filter((product) => fits(one, product));
    const [first] = fitting;
    if (first === undefined) return [];
    const status = isCertain(one, fitting, ours, { isOwner, fits }) ? 'confirmed' : 'proposed';
    const matched = one.productType === 'DATA' && !isOwner ? [nearest(one, fitting, first)] : fitting;
    return matched.map(({ id }) => ({
      providerProductId: id,
      serviceId: one.serviceId,
      variationCode: one.variationCode,
      status,
    }));
  });
}

/** One of our products as a text that no other product has. */
export const ourKey = ({ productType, serviceId, variationCode }: OurKey): string =>
  JSON.stringify([productType, serviceId, variationCode]);

/** How operators name one of our products: `mtn`, `mtn-data/mtn-10mb-100`, `eko-electric/prepaid`. */
export const ourText = ({ serviceId, variationCode }: Pick<OurProduct, 'serviceId' | 'variationCode'>): string =>
  variationCode === null ? serviceId : `${serviceId}/${variationCode}`;

const pairKey = (one: OurKey, { providerProductId }: { providerProductId: number }): string =>
  `${providerProductId} ${ourKey(one)}`;

function isLike(one: OurProduct, product: StoredProduct, { isOwner, networkOf }: Options): boolean {
  if (one.productType !== product.productType || product.serviceId === null) return false;
  const { price } = products[one.productType];
  const isOfService = one.serviceId === product.serviceId;
  if (typeof price === 'object') return isOfService && one.variationCode === product.meterType;
  if (isOwner) return isOfService && one.variationCode === product.product.code;
  const isSame =
    price === 'plan'
      ? one.network === networkOf(product.serviceId) &&
        isReadable(one.name) &&
        planKey(one.name) === planKey(product.name)
      : isOfService && packageKey(one.name) === packageKey(product.name);
  return isSame && isNear(one.costKobo, product.costKobo);
}

function isCertain(
  one: OurProduct,
  fitting: StoredProduct[],
  ours: readonly OurProduct[],
  { isOwner, fits }: { isOwner: boolean; fits(one: OurProduct, product: StoredProduct): boolean },
): boolean {
  const [only, ...others] = fitting;
  if (only === undefined || others.length > 0) return false;
  if (one.productType === 'DATA' && !isOwner) return false;
  return ours.filter((each) => fits(each, only)).length === 1;
}

/** Whether two costs may be of one product: more than twice as much is another product, whatever its name says. */
const isNear = (one: bigint | null, other: bigint | null): boolean =>
  one !== null && other !== null && one <= other * 2n && other <= one * 2n;

const distance = (one: OurProduct, { costKobo }: StoredProduct): bigint => {
  const difference = (costKobo ?? 0n) - (one.costKobo ?? 0n);
  return difference < 0n ? -difference : difference;
};

const nearest = (one: OurProduct, fitting: StoredProduct[], first: StoredProduct): StoredProduct =>
  fitting.reduce((best, each) => (distance(one, each) < distance(one, best) ? each : best), first);
