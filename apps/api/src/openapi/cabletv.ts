import { products } from '@topup/core/product';
import { cableFields, cableProduct, smartcardQuery } from '../routes/cabletv/cabletv.route';
import type { Resource } from './document';
import { bodyOf, lookup, NOT_RECOGNISED, purchase } from './endpoints';
import { arrayOf, CHARGED, discounted, nairaOut, object, oneOf, ref, text, textOrNull } from './schemas';

const order = {
  product_type: 'gotv',
  smartcard_number: '1212121212',
  package_code: 'gotv-max',
  amount: '3600.00',
  phone: '08031234567',
  subscription_type: 'change',
  request_ref: 'order-3',
};
const sold = { amount: '3600.00', package_code: 'gotv-max', smartcard_number: '1212121212' };
const packages = [
  { package_code: 'gotv-lite', package_name: 'GOtv Lite', price: '410.00' },
  { package_code: 'gotv-max', package_name: 'GOtv Max', price: '3600.00' },
];
const smartcard = {
  customer_name: 'TEST METER',
  customer_number: '1212121212',
  customer_type: 'GOTV',
  status: 'ACTIVE',
  due_date: '06-DEC-26',
  current_package_code: 'gotv-lite',
  renewal_amount: '369.00',
};

/** The keys of `data` of a cable TV purchase. */
export const cableKeys = {
  ...discounted,
  package_code: text('The package.'),
  smartcard_number: text('The smartcard or IUC number.'),
};

export const cableTv: Resource = {
  tag: { name: 'Cable TV', description: 'Subscriptions to DStv, GOtv and StarTimes.' },
  endpoints: {
    'POST /v1/cabletv/variations': lookup({
      operationId: 'cablePackages',
      summary: 'List the packages of a product',
      description: 'Returns the packages that can be bought. The `price` of a package is the `amount` of its purchase.',
      requestBody: bodyOf('CableProduct', { gotv: { summary: 'GOtv', value: { product_type: 'gotv' } } }),
      found: {
        description: 'The packages.',
        message: 'Cable TV packages.',
        schema: 'CablePackages',
        data: { product_type: 'gotv', packages },
      },
      missing: {
        code: 'no_packages',
        description: 'The provider lists no packages for this product type.',
        message: 'The provider lists no packages for this product type.',
        schema: 'CablePackages',
        data: { product_type: 'gotv', packages: [] },
      },
      detail: 'product_type must be one of [dstv, gotv, startimes]',
    }),
    'POST /v1/cabletv/verify': lookup({
      operationId: 'verifySmartcard',
      summary: 'Verify a smartcard',
      description: 'Returns the owner of a smartcard, its current package, and the price of a renewal.',
      requestBody: bodyOf('SmartcardQuery', {
        gotv: { summary: 'A GOtv card', value: { product_type: 'gotv', smartcard_number: '1212121212' } },
      }),
      found: { description: 'The card is known.', message: 'Smartcard found.', schema: 'Smartcard', data: smartcard },
      missing: {
        ...NOT_RECOGNISED,
        description: 'The provider does not recognise the card. `data` is empty.',
        message: 'The smartcard number was not recognised.',
      },
      detail: 'smartcard_number is required',
    }),
    'POST /v1/cabletv/purchase': purchase({
      operationId: 'buyCable',
      summary: 'Buy a cable TV package',
      description:
        'Debits the wallet, and calls the provider at once. No event reports the outcome. Verify the smartcard and list ' +
        'the packages first.\n\n- `change` buys a package: `amount` must be its current price.\n- `renew` pays for what ' +
        'the card has: `package_code` must be a current package of the card, and `amount` its `renewal_amount`. The ' +
        'service also accepts the listed price, if it is not lower or `renewal_amount` is null.',
      requestBody: bodyOf('CableOrder', { cable: { summary: 'Change to GOtv Max', value: order } }),
      product: 'CABLE_TV',
      reference: order.request_ref,
      pending:
        'The provider is still processing the order, or did not answer within 30 seconds. `POST ' +
        '/v1/transaction/status` returns the outcome.',
      data: { schema: 'CableData', data: sold },
      errors: {
        detail: 'subscription_type must be one of [renew, change]',
        codes: [
          'unknown_package',
          'wrong_package_amount',
          'not_current_package',
          'unknown_smartcard',
          'provider_unavailable',
          'provider_unreachable',
        ],
      },
    }),
  },
  schemas: {
    CableProduct: cableProduct.schema,
    CablePackage: object({
      package_code: text('Identifies the package in a purchase.'),
      package_name: text('The name of the package.'),
      price: nairaOut('The price, in naira.'),
    }),
    CablePackages: object({
      product_type: oneOf(products.CABLE_TV.services),
      packages: arrayOf(ref('CablePackage')),
    }),
    SmartcardQuery: smartcardQuery.schema,
    Smartcard: object({
      customer_name: text('Empty if the provider gives none.'),
      customer_number: text('Empty if the provider gives none.'),
      customer_type: text('Empty if the provider gives none.'),
      status: text('The state of the subscription, in the words of the provider. Empty if it gives none.'),
      due_date: text('When the subscription ends, in the words of the provider, or empty. Do not parse it.'),
      current_package_code: textOrNull(
        'The package that `renew` pays for. Several codes are separated by commas. Null if the provider does not say.',
      ),
      renewal_amount: {
        ...nairaOut('The price of a renewal, in naira. Null if the provider does not say.'),
        type: ['string', 'null'],
      },
    }),
    CableOrder: cableFields.schema,
    CableData: object(cableKeys, CHARGED),
  },
};
