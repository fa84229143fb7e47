import type { ApiAnswer, ApiClient } from '@topup/testkit';

/** One thing that clients buy, in the document's words. */
export type Product = {
  title: string;
  productType: 'AIRTIME' | 'DATA' | 'CABLE_TV' | 'ELECTRICITY';
  path: string;
  /** The provider is called by the api process, and no event tells of it. */
  synchronous: boolean;
  /** What a purchase for a recipient costs its client; `fixed` by a price list, else freely chosen from here on. */
  naira: number;
  fixed: boolean;
  /** The body of a purchase without its reference. The recipient is a phone, smartcard or meter number. */
  body(recipient: string, naira: number): Record<string, unknown>;
  /** What `data` of every answer to it holds, whatever came of it. */
  data(recipient: string, naira: number): Record<string, unknown>;
};

const CONTACT = '08031234567';
const money = (naira: number) => `${naira}.00`;

/** Of the sandbox's price lists: the plan costs 100, to which tier `standard` adds 10 %. */
export const PLAN = { plan_id: 'mtn-10mb-100', name: 'N100 100MB - 24 hrs', naira: 110 };
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

/** Everything that is sold. Data needs a catalogue: `syncCatalogue`. */
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

/** Buys it, with `changes` to the body of an order that would succeed. `signal` hangs up. */
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

/** A number, as phone, smartcard or meter, of which the sandbox makes the outcome with these two digits, after so many seconds. */
export const numberOf = (outcome: string, seconds = 0): string =>
  `0800${outcome}${String(seconds).padStart(2, '0')}321`;
