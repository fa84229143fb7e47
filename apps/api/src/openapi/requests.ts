import { errorCatalog, publicCodes } from '@topup/core/errors';
import { requestsQuery } from '../routes/requests/list.route';
import type { Resource, Schema } from './document';
import { list } from './endpoints';
import { object, ref, text, textOrNull, time } from './schemas';

const request = {
  id: '019aa694-1c7c-74be-8c81-e4e6a1b2c3d4',
  time: '2026-11-21T12:05:11.516Z',
  method: 'POST',
  path: '/v1/airtime/purchase',
  status: 400,
  error_code: 'insufficient_balance',
  duration_ms: 14,
  request_id: '019aa694-1c6e-7f11-9a55-0c1d2e3f4a5b',
  reference: 'order-1',
  key: { name: 'production', display: 'tup_live_Ab12…Yz89' },
  request: { network: 'mtn', phone: '0803*****67', amount: 100, request_ref: 'order-1' },
  answer: { status: 'error', message: errorCatalog.insufficient_balance.text },
};

export const requests: Resource = {
  tag: { name: 'Requests', description: 'The requests of your programs, and the responses they got.' },
  endpoints: {
    'GET /v1/requests': list({
      operationId: 'listRequests',
      summary: 'List your requests',
      description:
        'Every request of the account in the last 30 days, newest first, including those that failed. Phone, smartcard ' +
        'and meter numbers, tokens, names, addresses and keys are masked. A request appears within seconds. With rare ' +
        'filters, a page can be short or empty before the end of the list, so continue while `next_cursor` is not ' +
        'null.\n\nTo follow the log, send the last `id` that you received as `after`. The list then continues from that ' +
        'request, oldest first, without the last 2 seconds. Calls of this endpoint are not in the list.',
      parameters: requestsQuery.parameters,
      page: ['A page of requests.', ref('LoggedRequest'), { message: 'Requests, newest first.', data: [request] }],
      detail: 'limit must be a number from 1 to 100',
    }),
  },
  schemas: {
    LoggedRequest: object({
      id: text('Identifies the request in this list, and grows with time.'),
      time: time('When the response ended, in UTC.'),
      method: text('The HTTP method.'),
      path: text('The path, without the query.'),
      status: {
        type: 'integer',
        description: 'The HTTP status. 0: the connection broke before the response.',
      },
      error_code: textOrNull(`\`X-Error-Code\` of the response, such as \`${publicCodes[0]?.code}\`.`),
      duration_ms: {
        type: 'integer',
        minimum: 0,
        description: 'From the arrival of the request to the end of the response.',
      },
      request_id: text('`X-Request-Id` of the response.'),
      reference: textOrNull('The `request_ref` in the request.'),
      key: object({
        name: text('The name of the API key.'),
        display: text('The beginning and the end of the API key.'),
      }),
      request: masked('The body of the request, masked. For a GET, its query.'),
      answer: masked('The body of the response, masked. For a list, only its length is kept, as `data.items`.'),
    }),
  },
};

/** Of any kind: what clients send, and all that endpoints return. */
function masked(description: string): Schema {
  return {
    description: `${description} An object, or null. A body longer than 4 KiB is \`{"truncated": <bytes>}\`, and one that is no JSON object \`{"bytes": <bytes>}\`.`,
  };
}
