import { products } from '@topup/core/product';
import { airtimeFields } from '../routes/airtime/purchase.route';
import type { Resource } from './document';
import { bodyOf, purchase } from './endpoints';
import { CHARGED, discounted, object, oneOf, text } from './schemas';

const order = { network: 'mtn', phone: '08031234567', amount: 100, request_ref: 'order-1' };
const data = { amount: '100.00', network: 'mtn', phone: '08031234567' };

/** The keys of `data` of an airtime purchase. */
export const airtimeKeys = {
  ...discounted,
  network: oneOf(products.AIRTIME.services),
  phone: text('The number that was topped up.'),
};

export const airtime: Resource = {
  tag: { name: 'Airtime', description: 'Airtime for a phone number.' },
  endpoints: {
    'POST /v1/airtime/purchase': purchase({
      operationId: 'buyAirtime',
      summary: 'Buy airtime',
      description:
        'Debits the wallet, queues the purchase, and responds within 15 seconds after the request arrived. Sends ' +
        '`airtime.purchase.success`, `airtime.purchase.failed` or `airtime.purchase.pending`.',
      requestBody: bodyOf('AirtimeOrder', { airtime: { summary: '100 naira for an MTN number', value: order } }),
      product: 'AIRTIME',
      reference: order.request_ref,
      data: { schema: 'AirtimeData', data },
      errors: { detail: 'phone must be 11 digits beginning with 0' },
    }),
  },
  schemas: {
    AirtimeOrder: airtimeFields.schema,
    AirtimeData: object(airtimeKeys, CHARGED),
  },
};
