import { type ProductType, productTypes, synchronousProducts } from '@topup/core/product';
import { declarationOf } from '@topup/providers';
import { exampleOrders } from '@topup/testkit';

export type Seller = {
  name: string;
  /** The products that it sells and clients buy: to be turned off there. */
  sold: readonly string[];
  /** The request that sells, as the proxies see it. */
  order: string;
  /** Matches the outcomes that it lists for orders refused before any record. */
  refused: RegExp;
};

export const sells = (seller: string, product: ProductType): boolean =>
  declarationOf(seller).profile.sells.includes(product);

/** Who sells in a run. */
export const sellers: readonly [Seller, ...Seller[]] = [
  {
    name: 'vtpass',
    sold: productTypes.filter((product) => sells('vtpass', product)).map((product) => exampleOrders[product].serviceId),
    order: 'POST /api/pay',
    refused: /^refused (?!0(?:00|01|14|15|16|19|20|30|40|44|83|89|99)$)\d{3}$|^low-float$/,
  },
  {
    name: 'monnify',
    sold: ['MTN', 'biller-ikedc', 'biller-dstv'],
    order: '/bills-payment/vend',
    // its code 99 stands for everything, so it proves nothing
    refused: /^refused 401$/,
  },
  {
    name: 'reloadly',
    sold: ['341'],
    order: 'POST /reloadly/topups',
    refused:
      /^refused (?!CUSTOM_IDENTIFIER_ALREADY_USED$|TRANSACTION_|PROVIDER_|REQUEST_|CONNECTION_)[A-Z_]+$|^low-float$/,
  },
];

export const sellerNames: readonly string[] = sellers.map(({ name }) => name);

/** Whether an api sends orders to it: those of synchronous products. */
export const isAskedByApi = (seller: string): boolean => synchronousProducts.some((product) => sells(seller, product));
