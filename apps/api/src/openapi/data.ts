import { dataNetworks } from '@topup/core/provider';
import { purchaseAnswers, success } from './answers';
import type { Resource } from './document';
import { errorsOfPurchase, errorsOfRead } from './errors';
import { cleanText, closed, nairaOut, oneOf, phone, ref, requestOf, requestRef, text } from './schemas';

const order = { plan_id: 'mtn-10mb-100', phone: '08031234567', request_ref: 'order-2' };
const sold = { amount: '110.00', phone: '08031234567', plan: 'N100 100MB - 24 hrs' };
const plans = [
  {
    id: 1,
    plan_id: 'mtn-10mb-100',
    network: 'MTN',
    name: 'N100 100MB - 24 hrs',
    plan_name: '100MB',
    price: '110.00',
    validity: '24 hrs',
    is_active: true,
  },
  {
    id: 2,
    plan_id: null,
    network: 'GLO',
    name: 'Glo 2.5GB - 30 days',
    plan_name: '2.5GB',
    price: '1100.00',
    validity: '30 days',
    is_active: true,
  },
];

/** The keys of `data` of a data purchase. */
export const dataKeys = {
  amount: nairaOut('What was debited, in naira.'),
  phone: text('The number that the plan is for.'),
  plan: text('The `name` of the plan.'),
};

export const data: Resource = {
  tag: { name: 'Data', description: 'Mobile data bundles.' },
  paths: {
    '/v1/data/plans': {
      get: {
        operationId: 'listDataPlans',
        tags: ['Data'],
        summary: 'List the data plans',
        description: 'Every active plan of every network, priced for your tier. Nothing is debited.',
        responses: {
          200: success(
            'The plans.',
            { type: 'array', items: ref('DataPlan') },
            { message: 'Data plans.', data: plans },
          ),
          ...errorsOfRead(),
        },
      },
    },
    '/v1/data/purchase': {
      post: {
        operationId: 'buyData',
        tags: ['Data'],
        summary: 'Buy a data plan',
        description:
          'Debits the price that the plan has for your tier, queues the purchase and waits for the provider up to 15 seconds, counted from the arrival of the request. Emits `data.purchase.success` or `data.purchase.failed`, and nothing while pending.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: ref('DataOrder'),
              examples: { data: { summary: 'A plan for an MTN number', value: order } },
            },
          },
        },
        responses: {
          ...purchaseAnswers({
            product: 'DATA',
            reference: order.request_ref,
            pending: 'Not known after 15 seconds. The outcome comes by webhook, or from `POST /v1/transaction/status`.',
            sold: { data: ref('DataData'), examples: { successful: { summary: 'Delivered', data: sold } } },
            unsold: { data: ref('DataData'), example: sold },
            reason: 'The provider could not complete the order.',
          }),
          ...errorsOfPurchase({ detail: 'plan_id is required', codes: ['unknown_plan'] }),
        },
      },
    },
  },
  schemas: {
    DataPlan: closed({
      id: { type: 'integer', description: 'Of the row. Not used for buying.' },
      plan_id: {
        type: ['string', 'null'],
        description: 'What the plan is bought by. A plan without one is announced or withdrawn, and cannot be bought.',
      },
      network: oneOf(dataNetworks),
      name: text('Of the plan, in full.'),
      plan_name: text('Of the plan, in short.'),
      price: nairaOut('For your tier, in naira: the very amount that a purchase debits.'),
      validity: text('How long the data lasts.'),
      is_active: { type: 'boolean' },
    }),
    DataOrder: requestOf({
      plan_id: cleanText(100, 'From the list of plans.'),
      phone: phone('Who gets it: 11 digits beginning with 0.'),
      request_ref: requestRef,
    }),
    DataData: closed(dataKeys),
  },
};
