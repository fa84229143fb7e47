import { dataNetworks } from '@topup/core/product';
import { dataOrder } from '../routes/data/data.route';
import { success } from './answers';
import type { Resource } from './document';
import { bodyOf, purchase } from './endpoints';
import { errorsOfGet } from './errors';
import { arrayOf, debited, nairaOut, object, oneOf, ref, text, textOrNull } from './schemas';

const order = { plan_id: 'mtn-10mb-100', phone: '08031234567', request_ref: 'order-2' };
const sold = { amount: '110.00', phone: '08031234567', plan: 'MTN 100 MB, 1 day' };
const plans = [
  {
    id: 1,
    plan_id: 'mtn-10mb-100',
    network: 'MTN',
    name: 'MTN 100 MB, 1 day',
    plan_name: '100 MB',
    price: '110.00',
    validity: '1 day',
    is_active: true,
  },
  {
    id: 2,
    plan_id: null,
    network: 'GLO',
    name: 'Glo 2.5 GB, 30 days',
    plan_name: '2.5 GB',
    price: '1100.00',
    validity: '30 days',
    is_active: true,
  },
];

/** The keys of `data` of a data purchase. */
export const dataKeys = {
  amount: debited,
  phone: text('The phone number that receives the plan.'),
  plan: text('The `name` of the plan.'),
};

export const data: Resource = {
  tag: { name: 'Data', description: 'Mobile data bundles.' },
  endpoints: {
    'GET /v1/data/plans': {
      operationId: 'listDataPlans',
      summary: 'List the data plans',
      description: 'Returns every active plan of every network, priced for your tier.',
      responses: {
        200: success('The plans.', arrayOf(ref('DataPlan')), { message: 'Data plans.', data: plans }),
        ...errorsOfGet(),
      },
    },
    'POST /v1/data/purchase': purchase({
      operationId: 'buyData',
      summary: 'Buy a data plan',
      description:
        'Debits the price of the plan for your tier, queues the purchase, and responds within 15 seconds after the ' +
        'request arrived. Sends `data.purchase.success` or `data.purchase.failed`, and nothing while it is pending.',
      requestBody: bodyOf('DataOrder', { data: { summary: 'A plan for an MTN number', value: order } }),
      product: 'DATA',
      reference: order.request_ref,
      data: { schema: 'DataData', data: sold },
      errors: { detail: 'plan_id is required', codes: ['unknown_plan'] },
    }),
  },
  schemas: {
    DataPlan: object({
      id: { type: 'integer', description: 'The number of the row. You do not need it to buy.' },
      plan_id: textOrNull('Identifies the plan in a purchase. A plan whose `plan_id` is null cannot be bought.'),
      network: oneOf(dataNetworks),
      name: text('The full name of the plan.'),
      plan_name: text('The short name of the plan.'),
      price: nairaOut('The price for your tier, in naira. A purchase debits exactly this, until the price changes.'),
      validity: text('How long the data lasts.'),
      is_active: { type: 'boolean' },
    }),
    DataOrder: dataOrder.schema,
    DataData: object(dataKeys),
  },
};
