import { airtimeNetworks } from '@topup/core/product';
import { airtimeOrder } from '../routes/airtime/purchase.route';
import { purchaseAnswers } from './answers';
import type { Resource } from './document';
import { errorsOfPurchase } from './errors';
import { nairaOut, object, oneOf, ref, text } from './schemas';

const order = { network: 'mtn', phone: '08031234567', amount: 100, request_ref: 'order-1' };
const data = { amount: '100.00', network: 'mtn', phone: '08031234567' };

/** The keys of `data` of an airtime purchase. */
export const airtimeKeys = {
  amount: nairaOut('The amount that was debited, in naira.'),
  network: oneOf(airtimeNetworks),
  phone: text('The number that was topped up.'),
};

export const airtime: Resource = {
  tag: { name: 'Airtime', description: 'Airtime for a phone number.' },
  paths: {
    '/v1/airtime/purchase': {
      post: {
        operationId: 'buyAirtime',
        tags: ['Airtime'],
        summary: 'Buy airtime',
        description:
          'Debits the wallet, queues the purchase and waits for the provider for up to 15 seconds after the request ' +
          'arrived. Sends `airtime.purchase.success`, `airtime.purchase.failed` or `airtime.purchase.pending`.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: ref('AirtimeOrder'),
              examples: { airtime: { summary: '100 naira for an MTN number', value: order } },
            },
          },
        },
        responses: {
          ...purchaseAnswers({
            product: 'AIRTIME',
            reference: order.request_ref,
            pending:
              'Not known after 15 seconds. A webhook sends the outcome, and `POST /v1/transaction/status` returns it.',
            sold: { data: ref('AirtimeData'), examples: { successful: { summary: 'Delivered', data } } },
            unsold: { data: ref('AirtimeData'), example: data },
            reason: 'The provider could not complete the order.',
          }),
          ...errorsOfPurchase({ detail: 'phone must be 11 digits beginning with 0' }),
        },
      },
    },
  },
  schemas: {
    AirtimeOrder: airtimeOrder.schema,
    AirtimeData: object(airtimeKeys),
  },
};
