import { hasPriceList, isSynchronous, type ProductType, products, productTypes, recipients } from '@topup/core/product';
import { type ApiAnswer, type ApiClient, documentedEndpoints, exampleOrders } from '@topup/testkit';

/** One thing that clients buy. Prepaid and postpaid electricity are two. */
export type Product = {
  title: string;
  productType: ProductType;
  path: string;
  /** Where clients read its packages, and look up a recipient. */
  variations: string | undefined;
  verify: string | undefined;
  /** A synchronous product: the api process calls the provider, and there are no events. */
  synchronous: boolean;
  /** The price in naira. `fixed`: it comes from a price list; otherwise it is the least amount that tests use. */
  naira: number;
  fixed: boolean;
  /** The body of a purchase without its reference. A recipient of eleven digits is made to fit the product. */
  body(recipient: string, naira: number): Record<string, unknown>;
  /** The keys that `data` of every answer contains, whatever the outcome. */
  data(recipient: string, naira: number): Record<string, unknown>;
};

const endpoints = documentedEndpoints();

/** Everything that is sold. Data needs a synced catalogue. */
export const PRODUCTS: readonly Product[] = productTypes.flatMap((productType) =>
  (products[productType].variations ?? [null]).map((variation) => productOf(productType, variation)),
);

export const airtime = productOfTitle('airtime');
export const data = productOfTitle('data');
export const cable = productOfTitle('cable TV');
export const prepaid = productOfTitle('prepaid electricity');
export const postpaid = productOfTitle('postpaid electricity');

export const PLAN = { plan_id: String(exampleOrders.DATA.code), naira: data.naira };
export const PACKAGE = { package_code: String(exampleOrders.CABLE_TV.code), naira: cable.naira };

function productOf(productType: ProductType, variation: string | null): Product {
  const { words, recipient: whose } = products[productType];
  const { path, body, naira, code, data } = exampleOrders[productType];
  const { field } = recipients[whose];
  const at = (what: string) => endpoints.find((each) => each.path === path.replace('purchase', what));
  const pattern = new RegExp(at('purchase')?.fields[field]?.pattern ?? '');
  const length = String(body[field]).length;
  /** The first eight digits select an outcome, and the last ones tell customers apart. */
  const fitted = (number: string) =>
    /^\d{11}$/.test(number) && !pattern.test(number) ? `${number.slice(0, 8)}${number.slice(8 - length)}` : number;
  const varied = Object.entries(body).map(([name, value]) => [name, value === code ? (variation ?? code) : value]);
  return {
    title: variation === null ? words : `${variation} ${words}`,
    productType,
    path,
    variations: at('variations')?.path,
    verify: at('verify')?.path,
    synchronous: isSynchronous(productType),
    naira,
    fixed: hasPriceList(productType),
    body: (recipient, amount) => ({
      ...Object.fromEntries(varied),
      [field]: fitted(recipient),
      ...('amount' in body && { amount }),
    }),
    data: (recipient, amount) => ({
      ...data,
      amount: `${amount}.00`,
      // the answers about a PIN name no recipient
      ...(productType !== 'EXAM_PIN' && { [field]: fitted(recipient) }),
    }),
  };
}

function productOfTitle(title: string): Product {
  const found = PRODUCTS.find((product) => product.title === title);
  if (found === undefined) throw new Error(`nobody sells ${title}`);
  return found;
}

/** Buys a product, with `changes` to an order that would succeed. `signal` hangs up. */
export function buy(
  client: ApiClient,
  product: Product,
  ref: string,
  recipient = '08031234567',
  changes: Record<string, unknown> = {},
  signal?: AbortSignal,
): Promise<ApiAnswer> {
  return client.call(
    'POST',
    product.path,
    { ...product.body(recipient, product.naira), request_ref: ref, ...changes },
    signal,
  );
}

/** A number of a customer to which the sandbox gives this outcome (two digits), after this many seconds. */
export const numberOf = (outcome: string, seconds = 0): string =>
  `0800${outcome}${String(seconds).padStart(2, '0')}321`;
