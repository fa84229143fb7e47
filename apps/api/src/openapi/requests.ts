import { publicCodes } from '@topup/core/errors';
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
  key: { name: 'production', display: 'tup_live_Ab12…9f' },
  request: { network: 'mtn', phone: '0803*****67', amount: 100, request_ref: 'order-1' },
  answer: { status: 'error', message: 'Insufficient wallet balance.' },
};

export const requests: Resource = {
  tag: { name: 'Requests', description: 'What your programs have sent, and what they were answered.' },
  endpoints: {
    'GET /v1/requests': list({
      operationId: 'listRequests',
      summary: 'List your requests',
      description:
        'Every request of the account of the last 30 days, also declined ones, newest first. Phone, smartcard and meter ' +
        'numbers, tokens, names, addresses and keys are masked. A request appears within seconds. A page with rare ' +
        'filters can be short or empty before the end: go on while `next_cursor` is not null. With `after` the list ' +
        'goes on from that request, oldest first, and leaves out the last 2 seconds: send the last `id` that you have ' +
        'got again to follow the log. This endpoint itself is not in the list.',
      parameters: requestsQuery.parameters,
      page: ['A page of requests.', ref('LoggedRequest'), { message: 'Requests, newest first.', data: [request] }],
      detail: 'limit must be a number from 1 to 100',
    }),
  },
  schemas: {
    LoggedRequest: object({
      id: text('Identifies it in this list, and grows with time.'),
      time: time('When its answer ended, in UTC.'),
      method: text('The HTTP method.'),
      path: text('Without the query.'),
      status: { type: 'integer', description: 'The HTTP status. 0: you hung up before the answer.' },
      error_code: textOrNull(`\`X-Error-Code\` of the answer, such as \`${publicCodes[0]?.code}\`.`),
      duration_ms: { type: 'integer', minimum: 0, description: 'From its arrival to the end of the answer.' },
      request_id: text('`X-Request-Id` of the answer.'),
      reference: textOrNull('The `request_ref` that it was sent with.'),
      key: object({
        name: text('The name of the API key that it was sent with.'),
        display: text('The beginning and the end of that key.'),
      }),
      request: masked('Its body, masked; of a GET its query.'),
      answer: masked('The body of the answer, masked. Of a list only its length is kept, as `data.items`.'),
    }),
  },
};

/** Of any kind: what clients send, and all that endpoints answer. */
function masked(description: string): Schema {
  return {
    description: `${description} An object, or null. \`{"truncated": <bytes>}\` when it is longer than 4 KiB, \`{"bytes": <bytes>}\` when it is no JSON object.`,
  };
}
