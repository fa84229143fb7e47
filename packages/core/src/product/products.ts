import { airtime } from './airtime';
import { cableTv } from './cable-tv';
import { data } from './data';
import { EVERY_ORDER, type ProductDefinition, type PurchaseQueue } from './definition';
import { electricity } from './electricity';
import { examPin } from './exam-pin';

export const products = {
  AIRTIME: airtime,
  DATA: data,
  CABLE_TV: cableTv,
  ELECTRICITY: electricity,
  EXAM_PIN: examPin,
} as const;

export type ProductType = keyof typeof products;

export const productTypes = Object.keys(products) as ProductType[];

/** `airtime.purchase.success`: an event of the product for each of its statuses. */
export type PurchaseEventName = {
  [Product in ProductType]: `${Lowercase<Product>}.purchase.${(typeof products)[Product]['events'][number]}`;
}[ProductType];

export const purchaseEventOf = (product: ProductType, status: ProductDefinition['events'][number]): string =>
  `${product.toLowerCase()}.purchase.${status}`;

/** A product that is sold for any amount between two. */
export type OpenAmountProduct = {
  [Product in ProductType]: (typeof products)[Product]['price'] extends { min: number } ? Product : never;
}[ProductType];

export const openAmountProducts = productTypes.filter(
  (product): product is OpenAmountProduct => !hasPriceList(product),
);

/** The products that have no plans with prices for each tier: a tier may get a discount on their services. */
export const discountedProducts = productTypes.filter((product) => products[product].price !== 'plan');

/** The products whose services have lists of packages. */
export const packageProducts = productTypes.filter((product) => products[product].price === 'package');

/** The product of a service: `DATA` for one that no product names, because providers name those of data. */
export const productOfService = (serviceId: string): ProductType =>
  productTypes.find((product) => products[product].services?.some((each) => each === serviceId)) ?? 'DATA';

/** The name that people know a service or network by, from its code in small letters. */
export const serviceNames: Readonly<Record<string, string>> = Object.assign(
  {},
  ...productTypes.map((product) => products[product].names),
);

/** Joins the words for these products in a sentence: `airtime, data and cable TV`. */
export function wordsOf(types: readonly ProductType[], conjunction: 'and' | 'or' = 'and'): string {
  const words = types.map((product) => products[product].words);
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

/** Its name at the beginning of a text: `Cable TV`. One that a newer release sells has its code for a name. */
export const titleOf = (product: ProductType): string =>
  (products[product]?.words ?? product).replace(/^./, (first) => first.toUpperCase());

export const isSynchronous = (product: ProductType): boolean => products[product].queue === null;

export const synchronousProducts = productTypes.filter(isSynchronous);

export const queuedProducts = productTypes.filter((product) => !isSynchronous(product));

export const productsOf = (queue: PurchaseQueue): ProductType[] =>
  productTypes.filter((product) => products[product].queue === queue);

/** Whether an order names a plan or package by the code of a price list. */
export function hasPriceList(product: ProductType): boolean {
  return typeof products[product].price === 'string';
}

/** Whether an order names a plan, a package or a variation besides the service. */
export const takesCode = (product: ProductType): boolean =>
  hasPriceList(product) || products[product].variations !== null;

/** Whether a purchase is worth nothing to the customer without its token or PIN. */
export function deliversToken(product: ProductType, variationCode: string | null): boolean {
  const { tokenFor }: ProductDefinition = products[product];
  return tokenFor === EVERY_ORDER || (variationCode !== null && tokenFor === variationCode);
}

/** Whether the settings let it be sold at all. */
export function isSold(product: ProductType, settings: { readonly [setting: string]: unknown }): boolean {
  const { setting }: ProductDefinition = products[product];
  return setting === undefined || settings[setting] === 'on';
}

/** The products that the settings let be sold. */
export const soldProducts = (settings: { readonly [setting: string]: unknown }): ProductType[] =>
  productTypes.filter((product) => isSold(product, settings));

/** Whether a status query of it sends an event. The customer's document has a closed list of products for events. */
export const hasQueryEvent = (product: ProductType): boolean => {
  const definition: ProductDefinition | undefined = products[product];
  return definition?.silent !== true;
};

/** The ids of the services of a product. A data service is ours, whichever of the providers sells its plans. */
export function servicesOf(
  product: ProductType,
  providers: readonly { dataServices: readonly { serviceId: string }[] }[],
): string[] {
  const ofProviders = providers.flatMap(({ dataServices }) => dataServices.map(({ serviceId }) => serviceId));
  return [...(products[product].services ?? new Set(ofProviders))];
}
