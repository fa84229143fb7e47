import type { PurchaseName, RequestOf } from '@topup/client';
import type { ProductType } from '@topup/core/product';

/** An order that succeeds, and its facts. */
export type ExampleOrder = {
  path: `/v1/${string}/purchase`;
  /** The request, without its reference. */
  body: Readonly<Record<string, string | number>>;
  /** Its price in tier `standard`. */
  naira: number;
  /** Our names of the service and of the plan, package or variation. */
  serviceId: string;
  code: string | null;
  /** The keys that `data` of every answer has besides the amount and the recipient, whatever the outcome. */
  data: Readonly<Record<string, string>>;
};

type Body<Name extends PurchaseName> = Omit<RequestOf<Name>, 'request_ref'>;

const phone = '08031234567';

/** One order of each product. The fixtures of all tests are made of it. The sandbox has these prices. */
export const exampleOrders: Readonly<Record<ProductType, ExampleOrder>> = {
  AIRTIME: {
    path: '/v1/airtime/purchase',
    body: { network: 'mtn', phone, amount: 100 } satisfies Body<'buyAirtime'>,
    naira: 100,
    serviceId: 'mtn',
    code: null,
    data: { network: 'mtn' },
  },
  DATA: {
    path: '/v1/data/purchase',
    body: { plan_id: 'mtn-10mb-100', phone } satisfies Body<'buyData'>,
    naira: 110, // it costs 100, and the tier adds 10 %
    serviceId: 'mtn-data',
    code: 'mtn-10mb-100',
    data: { plan: 'MTN 100 MB, 1 day' },
  },
  CABLE_TV: {
    path: '/v1/cabletv/purchase',
    body: {
      product_type: 'dstv',
      smartcard_number: '1212121212',
      package_code: 'dstv-padi',
      amount: 1850,
      phone,
      subscription_type: 'change',
    } satisfies Body<'buyCable'>,
    naira: 1850,
    serviceId: 'dstv',
    code: 'dstv-padi',
    data: { package_code: 'dstv-padi' },
  },
  ELECTRICITY: {
    path: '/v1/electricity/purchase',
    body: {
      disco: 'ikeja-electric',
      meter_number: '1111111111111',
      meter_type: 'prepaid',
      amount: 2000,
      phone,
    } satisfies Body<'buyElectricity'>,
    naira: 2000,
    serviceId: 'ikeja-electric',
    code: 'prepaid',
    data: { disco: 'ikeja-electric' },
  },
  EXAM_PIN: {
    path: '/v1/exams/purchase',
    body: { exam: 'utme-no-mock', profile_id: '0123456789', phone } satisfies Body<'buyExamPin'>,
    naira: 6200,
    serviceId: 'jamb',
    code: 'utme-no-mock',
    data: { exam: 'utme-no-mock' },
  },
};
