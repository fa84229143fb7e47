import { cableProducts } from '@topup/core/product';
import { cableOrder } from '../routes/cabletv/purchase.route';
import { cableProduct } from '../routes/cabletv/variations.route';
import { smartcardQuery } from '../routes/cabletv/verify.route';
import { lookupAnswer, purchaseAnswers } from './answers';
import type { Resource } from './document';
import { errorsOfLookup, errorsOfPurchase } from './errors';
import { nairaOut, object, oneOf, ref, text } from './schemas';

const order = {
  product_type: 'gotv',
  smartcard_number: '1212121212',
  package_code: 'gotv-lite',
  amount: '410.00',
  phone: '08031234567',
  subscription_type: 'change',
  request_ref: 'order-3',
};
const sold = { amount: '410.00', package_code: 'gotv-lite', smartcard_number: '1212121212' };
const packages = [
  { package_code: 'gotv-lite', package_name: 'GOtv Lite', price: '410.00' },
  { package_code: 'gotv-max', package_name: 'GOtv Max N3,600', price: '3600.00' },
];
const smartcard = {
  customer_name: 'TEST METER',
  customer_number: '8061522780',
  customer_type: 'GOTV',
  status: 'ACTIVE',
  due_date: '2026-12-06T00:00:00',
  current_package_code: 'gotv-lite',
  renewal_amount: '369.00',
};

/** The keys of `data` of a cable TV purchase. */
export const cableKeys = {
  amount: nairaOut('The amount that was debited, in naira.'),
  package_code: text('The package.'),
  smartcard_number: text('The smartcard or IUC number.'),
};

export const cableTv: Resource = {
  tag: { name: 'Cable TV', description: 'Subscriptions of DStv, GOtv and StarTimes.' },
  paths: {
    '/v1/cabletv/variations': {
      post: {
        operationId: 'cablePackages',
        tags: ['Cable TV'],
        summary: 'List the packages of a product',
        description:
          'The packages that can be bought, each with the `amount` that a purchase must have. Nothing is debited.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: ref('CableProduct'),
              examples: { gotv: { summary: 'GOtv', value: { product_type: 'gotv' } } },
            },
          },
        },
        responses: {
          200: lookupAnswer('success', 'The packages.', ref('CablePackages'), {
            message: 'Cable TV packages.',
            data: { product_type: 'gotv', packages },
          }),
          424: lookupAnswer(
            'no_packages',
            'The provider lists no packages for this product type.',
            ref('CablePackages'),
            {
              message: 'The provider lists no packages for this product type.',
              data: { product_type: 'gotv', packages: [] },
            },
          ),
          ...errorsOfLookup({ detail: 'product_type must be one of [dstv, gotv, startimes]' }),
        },
      },
    },
    '/v1/cabletv/verify': {
      post: {
        operationId: 'verifySmartcard',
        tags: ['Cable TV'],
        summary: 'Verify a smartcard',
        description:
          'Returns the owner of a smartcard, its current package, and what it costs to renew it. Nothing is debited.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: ref('SmartcardQuery'),
              examples: {
                gotv: { summary: 'A GOtv card', value: { product_type: 'gotv', smartcard_number: '1212121212' } },
              },
            },
          },
        },
        responses: {
          200: lookupAnswer('success', 'The card is known.', ref('Smartcard'), {
            message: 'Smartcard found.',
            data: smartcard,
          }),
          424: lookupAnswer('not_recognised', 'The card is not recognised. `data` is empty.', ref('NotRecognised'), {
            message: 'The smartcard number was not recognised.',
            data: {},
          }),
          ...errorsOfLookup({ detail: 'smartcard_number is required' }),
        },
      },
    },
    '/v1/cabletv/purchase': {
      post: {
        operationId: 'buyCable',
        tags: ['Cable TV'],
        summary: 'Buy a cable TV package',
        description:
          'Debits the wallet and calls the provider at once. `change` buys the package: `amount` must be its current ' +
          'price. `renew` pays for what the card has: `package_code` must be a current package of the card, and ' +
          '`amount` its `renewal_amount`, or the price of the package when that is not lower. Verify the smartcard ' +
          'and list the packages first. No event is sent.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: ref('CableOrder'),
              examples: { cable: { summary: 'Change to GOtv Lite', value: order } },
            },
          },
        },
        responses: {
          ...purchaseAnswers({
            product: 'CABLE_TV',
            reference: order.request_ref,
            pending:
              'The provider is still processing it, or did not answer within 30 seconds. `POST ' +
              '/v1/transaction/status` returns the outcome.',
            sold: { data: ref('CableData'), examples: { successful: { summary: 'Delivered', data: sold } } },
            unsold: { data: ref('CableData'), example: sold },
            reason: 'The provider could not complete the order.',
          }),
          ...errorsOfPurchase({
            detail: 'subscription_type must be one of [renew, change]',
            codes: [
              'unknown_package',
              'wrong_package_amount',
              'not_current_package',
              'unknown_smartcard',
              'provider_unavailable',
              'provider_unreachable',
            ],
          }),
        },
      },
    },
  },
  schemas: {
    CableProduct: cableProduct.schema,
    CablePackage: object({
      package_code: text('Identifies the package in a purchase.'),
      package_name: text('The name of the package.'),
      price: nairaOut('In naira.'),
    }),
    CablePackages: object({
      product_type: oneOf(cableProducts),
      packages: { type: 'array', items: ref('CablePackage') },
    }),
    SmartcardQuery: smartcardQuery.schema,
    Smartcard: object({
      customer_name: text('Empty when the provider gives none.'),
      customer_number: text('Empty when the provider gives none.'),
      customer_type: text('Empty when the provider gives none.'),
      status: text('The state of the subscription, as the provider words it.'),
      due_date: text('When the subscription ends, as the provider writes it: a date and time.'),
      current_package_code: {
        type: ['string', 'null'],
        description:
          'What `renew` pays for; several codes are separated by commas. `null` when the provider does not say.',
      },
      renewal_amount: {
        type: ['string', 'null'],
        pattern: '^[0-9]+\\.[0-9]{2}$',
        description: 'What it costs to renew them, in naira. `null` when the provider does not say.',
      },
    }),
    CableOrder: cableOrder.schema,
    CableData: object(cableKeys),
  },
};
