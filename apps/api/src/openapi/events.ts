import { modes } from '@topup/core/account';
import { hasQueryEvent, type ProductType, products, productTypes, purchaseEventOf } from '@topup/core/product';
import { messages, purchaseStates } from '@topup/core/purchase';
import { eventHash } from '@topup/core/webhook';
import type { Json, Operation, Schema } from './document';
import { bodyOf, REASON } from './endpoints';
import { asParameters, type Headers, header, UUID } from './headers';
import { matching, nairaOut, object, oneOf, only, text } from './schemas';

type Event = {
  name: string;
  schema: string;
  product: ProductType | null;
  statuses: readonly string[];
  when: string;
  /** The instruction to every receiver, in bold where the event is described. */
  warning?: string;
  details: string;
};

const WHEN = {
  success: 'The provider confirmed the delivery.',
  failed: 'The purchase failed, or a success was reversed. The wallet was refunded.',
  pending: 'The purchase returned 202. The event of its outcome follows later, never before this one.',
};

/** `CABLE_TV`: `CableTv`. */
const pascal = (words: string) => words.toLowerCase().replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase());

const ofPurchases = productTypes.flatMap((product) =>
  products[product].events.map(
    (status): Event => ({
      name: purchaseEventOf(product, status),
      schema: `${pascal(product)}${pascal(status)}Event`,
      product,
      statuses: [status],
      when: WHEN[status],
      details: messages[status](product, REASON),
    }),
  ),
);

/** Every event, with its statuses and when it is sent. Also the source of the table in docs/integrate/webhooks.md. */
export const EVENTS: readonly Event[] = [
  ...ofPurchases,
  {
    name: 'transaction.requery',
    schema: 'TransactionRequeryEvent',
    product: null,
    statuses: purchaseStates,
    when: 'A status query found the purchase, of any product. The event shows what is stored; `details` is the description.',
    warning:
      'Do not query the status when this event arrives: each query sends this event again, so your program would never ' +
      'stop.',
    details: 'MTN airtime of NGN 100.00 for 08031234567',
  },
];

/** Of a request that brings an event. */
const HEADERS: Headers = {
  'X-Webhook-Id': header('The id of the event. It stays the same when a user resends the event.', UUID),
  'webhook-id': header('The same id, under the name of Standard Webhooks.', UUID),
  'webhook-timestamp': header('The `timestamp` of the body in whole Unix seconds.', matching('^[0-9]+$')),
  'webhook-signature': header(
    'Only if the account has a webhook secret: `v1,` and the base64 of HMAC-SHA256 over ' +
      '`<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks). During a rotation there are two, separated by a ' +
      'space. The signature covers the whole body, and `hash` only the reference.',
    matching('^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$'),
    false,
  ),
  'X-Mode': header('The mode of the account that the event belongs to. The signature does not cover it.', oneOf(modes)),
  'X-Webhook-Test': header(
    'Only on a test event, which a user or a program of the account asked for. It belongs to no purchase: acknowledge ' +
      'it, and do nothing else.',
    only('true'),
    false,
  ),
};

/** The schemas of the events: exactly eight fields each, all strings. */
export const eventSchemas: Record<string, Schema> = Object.fromEntries(
  EVENTS.map((event) => [event.schema, schemaOf(event)]),
);

export const webhooks: Record<string, { post: Operation }> = Object.fromEntries(
  EVENTS.map((event) => [event.name, { post: operationOf(event) }]),
);

function schemaOf({ name, product, statuses }: Event): Schema {
  return object({
    event: only(name),
    reference: text('Your `request_ref`. On a test event, `test-` and an id.'),
    status: oneOf(statuses),
    amount: nairaOut('The amount of the purchase, in naira.'),
    product_type: oneOf(product === null ? productTypes.filter(hasQueryEvent) : [product]),
    details: text('For people.'),
    hash: {
      ...matching('^[0-9a-f]{64}$'),
      description:
        'SHA-256 of `<API_KEY>:<reference>` as lowercase hex. The key is the newest one with the scope `purchase` that ' +
        'is neither revoked nor expired. Compute the hash, and compare it in constant time.',
    },
    timestamp: {
      type: 'string',
      format: 'date-time',
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{9}Z$',
      description: 'When the event was sent, in UTC.',
    },
  });
}

function operationOf({ name, schema, when, warning, ...event }: Event): Operation {
  const reference = 'order-1';
  const value: Json = {
    event: name,
    reference,
    status: event.statuses[0] ?? '',
    amount: '100.00',
    product_type: event.product ?? 'AIRTIME',
    details: event.details,
    hash: eventHash('tup_live_key', reference),
    timestamp: '2026-11-21T12:05:11.516273904Z',
  };
  return {
    operationId: schema,
    tags: ['Webhooks'],
    summary: name,
    description:
      `${when}${warning === undefined ? '' : ` **${warning}**`} ` +
      'The service sends it once, as a `POST`. Respond within 10 seconds: there are no retries. The hash of the example ' +
      'is made with the key `tup_live_key`.',
    security: [],
    parameters: asParameters(HEADERS),
    requestBody: bodyOf(schema, { event: { summary: name, value } }),
    responses: {
      '2XX': {
        description: 'Delivered. Respond quickly. Your users can see the first KiB of your response in the dashboard.',
      },
    },
  };
}
