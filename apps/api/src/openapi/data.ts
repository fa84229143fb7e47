import { dataNetworks } from '@topup/core/product';
import { dataFields } from '../routes/data/data.route';
import { success } from './answers';
import type { Resource, Schema } from './document';
import { bodyOf, purchase } from './endpoints';
import { errorsOfGet } from './errors';
import { asParameters, header, headersWithLimit } from './headers';
import { arrayOf, debited, matching, nairaOut, object, oneOf, ref, text, textOrNull, time } from './schemas';

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
    size_mb: 100,
    validity_days: 1,
    changed_at: '2026-11-21T09:05:11.516Z',
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
    size_mb: 2_500,
    validity_days: 30,
    changed_at: '2026-11-14T22:41:07.027Z',
  },
];

const ETAG = header(
  'Names this list. It is another one as soon as a plan of the list, or its price for you, has changed.',
  matching('^W/"[A-Za-z0-9_-]{43}"$'),
);
const plansAnswer = success('The plans.', arrayOf(ref('DataPlan')), { message: 'Data plans.', data: plans });

/** The keys of `data` of a data purchase. */
export const dataKeys = {
  amount: debited,
  phone: text('The phone number that receives the plan.'),
  plan: text('The `name` of the plan.'),
};

const wholeOrNull = (description: string): Schema => ({ type: ['integer', 'null'], minimum: 1, description });

export const data: Resource = {
  tag: { name: 'Data', description: 'Mobile data bundles.' },
  endpoints: {
    'GET /v1/data/plans': {
      operationId: 'listDataPlans',
      summary: 'List the data plans',
      description: 'Returns every active plan of every network, priced for your tier.',
      parameters: asParameters({
        'If-None-Match': header('The `ETag` of the list that you have.', { type: 'string' }, false),
      }),
      responses: {
        200: { ...plansAnswer, headers: { ...plansAnswer.headers, ETag: ETAG } },
        304: { description: 'You have this list already.', headers: { ...headersWithLimit(), ETag: ETAG } },
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
      errors: { detail: 'plan_id is required', codes: ['unknown_plan', 'price_changed'] },
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
      size_mb: wholeOrNull('The size in MB, with 1,000 MB to a GB. Null if the name does not say exactly one.'),
      validity_days: wholeOrNull('How many days the data lasts. Null if that is no whole number, or not known.'),
      changed_at: time('When the name, your price, or whether you can buy the plan last changed.'),
    }),
    DataOrder: dataFields.schema,
    DataData: object(dataKeys),
  },
};
