import type { ApiAnswer, ApiClient } from '@topup/testkit';

/** One thing that clients buy. Prepaid and postpaid electricity are two. */
export type Product = {
  title: string;
  productType: 'AIRTIME' | 'DATA' | 'CABLE_TV' | 'ELECTRICITY';
  path: string;
  /** A synchronous product: the api process calls the provider, and there are no events. */
  synchronous: boolean;
  /** The price in naira. `fixed`: it comes from a price list; otherwise it is the least amount that tests use. */
  naira: number;
  fixed: boolean;
  /** The body of a purchase without its reference. The recipient is a phone, smartcard or meter number. */
  body(recipient: string, naira: number): Record<string, unknown>;
  /** The keys that `data` of every answer contains, whatever the outcome. */
  data(recipient: string, naira: number): Record<string, unknown>;
};

const CONTACT = '08031234567';
const money = (naira: number) => `${naira}.00`;

/** From the sandbox's price lists. The plan costs 100, to which tier `standard` adds 10 %. */
export const PLAN = { plan_id: 'mtn-10mb-100', name: 'MTN 100 MB, 1 day', naira: 110 };
export const PACKAGE = { package_code: 'dstv-padi', naira: 1850 };

export const airtime: Product = {
  title: 'airtime',
  productType: 'AIRTIME',
  path: '/v1/airtime/purchase',
  synchronous: false,
  naira: 100,
  fixed: false,
  body: (phone, amount) => ({ network: 'mtn', phone, amount }),
  data: (phone, naira) => ({ amount: money(naira), network: 'mtn', phone }),
};

export const data: Product = {
  title: 'data',
  productType: 'DATA',
  path: '/v1/data/purchase',
  synchronous: false,
  naira: PLAN.naira,
  fixed: true,
  body: (phone) => ({ plan_id: PLAN.plan_id, phone }),
  data: (phone, naira) => ({ amount: money(naira), phone, plan: PLAN.name }),
};

export const cable: Product = {
  title: 'cable TV',
  productType: 'CABLE_TV',
  path: '/v1/cabletv/purchase',
  synchronous: true,
  naira: PACKAGE.naira,
  fixed: true,
  body: (smartcard_number, amount) => ({
    product_type: 'dstv',
    smartcard_number,
    package_code: PACKAGE.package_code,
    amount,
    phone: CONTACT,
    subscription_type: 'change',
  }),
  data: (smartcard_number, naira) => ({ amount: money(naira), package_code: PACKAGE.package_code, smartcard_number }),
};

export const prepaid = meter('prepaid');
export const postpaid = meter('postpaid');

/** Everything that is sold. Data needs a synced catalogue. */
export const PRODUCTS: readonly Product[] = [airtime, data, cable, prepaid, postpaid];

function meter(meter_type: 'prepaid' | 'postpaid', disco = 'ikeja-electric'): Product {
  return {
    title: `${meter_type} electricity`,
    productType: 'ELECTRICITY',
    path: '/v1/electricity/purchase',
    synchronous: true,
    naira: 2000,
    fixed: false,
    body: (meter_number, amount) => ({ disco, meter_number, meter_type, amount, phone: CONTACT }),
    data: (meter_number, naira) => ({ amount: money(naira), disco, meter_number }),
  };
}

/** Buys a product, with `changes` to an order that would succeed. `signal` hangs up. */
export function buy(
  client: ApiClient,
  product: Product,
  ref: string,
  recipient = CONTACT,
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

/** A phone, smartcard or meter number to which the sandbox gives this outcome (two digits), after this many seconds. */
export const numberOf = (outcome: string, seconds = 0): string =>
  `0800${outcome}${String(seconds).padStart(2, '0')}321`;
