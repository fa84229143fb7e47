import { eventNames } from '@topup/core/webhook';
import { testEvent, testFunding, testReset } from '../routes/test/test-mode.route';
import { success } from './answers';
import type { Answer, Endpoint, Json, Resource } from './document';
import { bodyOf } from './endpoints';
import { errorsOfGet, errorsOfPost } from './errors';
import { asParameters, header, headersWithLimit } from './headers';
import { object, oneOf, ref, text } from './schemas';

type TestEndpoint = Pick<Endpoint, 'operationId' | 'summary' | 'description'> & {
  /** The name of the schema of its body, and an example. */
  body: [schema: string, value: Json];
  answer: Answer;
  detail: string;
  /** Of the path, when it takes more than POST. */
  methods?: string;
};

const NOT_LIVE = 'A live key gets 404.';

const post = ({
  operationId,
  summary,
  description,
  body: [schema, value],
  answer,
  ...own
}: TestEndpoint): Endpoint => ({
  operationId,
  summary,
  description: `${description} ${NOT_LIVE}`,
  requestBody: bodyOf(schema, { body: { summary, value } }),
  responses: { 200: answer, ...errorsOfPost({ codes: ['key_scope', 'overloaded', 'unknown_path'], ...own }) },
});

const balance = (description: string, message: string, naira: string): Answer =>
  success(description, ref('WalletBalance'), { message, data: { balance: naira, currency: 'NGN', low: false } });

const BOTH = 'GET, HEAD, POST';
const EVENT_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const STREAM = [
  'event: ready\nid: 2026-11-21T12:05:10.048000000Z\n',
  'data: {"webhook_secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="}\n\n',
  `event: airtime.purchase.success\nid: ${EVENT_ID}\n`,
  `data: {"headers":{"Content-Type":"application/json","webhook-id":"${EVENT_ID}"},"body":"{…}"}\n\n`,
].join('');

const listen: Endpoint = {
  operationId: 'listenToEvents',
  summary: 'Listen to the events',
  description:
    'Server-sent events: a copy of every event of the test account, even without a webhook URL, until you close the ' +
    'connection. Each message has the name of the event and its id. Its `data` has the `headers` and the `body` of the ' +
    'request that a webhook URL would get. They are signed with the key of this request and with a webhook secret. The ' +
    `first message, \`ready\`, names that secret, which stays the same for a key. ${NOT_LIVE}`,
  parameters: asParameters({
    'Last-Event-ID': header(
      'The id of a message. The stream begins after that event, or with new events if the header is absent.',
      { type: 'string' },
      false,
    ),
  }),
  responses: {
    200: {
      description: 'The stream.',
      headers: headersWithLimit(),
      content: {
        'text/event-stream': {
          schema: { type: 'string' },
          examples: { stream: { summary: 'The first message, and one event', value: STREAM } },
        },
      },
    },
    ...errorsOfGet({ codes: ['overloaded', 'unknown_path'], methods: BOTH }),
  },
};

export const testMode: Resource = {
  tag: {
    name: 'Test mode',
    description:
      'For test keys only. The purchases of a test account cost test money and sell nothing. The number that you buy for ' +
      'selects the outcome.',
  },
  endpoints: {
    'POST /v1/test/wallet/fund': post({
      operationId: 'fundTestWallet',
      summary: 'Fund the test wallet',
      description: 'Adds test money. Each call adds the amount again.',
      body: ['TestFunding', { amount: 5000 }],
      answer: balance('The wallet is funded.', 'Test wallet funded.', '5000.00'),
      detail: 'amount must be between 0.01 and 10000000.00',
    }),
    'POST /v1/test/reset': post({
      operationId: 'resetTestAccount',
      summary: 'Reset the test account',
      description:
        'Opens a fresh test account behind the same keys, webhook URL and webhook secrets. Its wallet is empty, and no ' +
        'reference is used. You can do this once a minute. Open purchases of the old account end without an event.',
      body: ['TestReset', {}],
      answer: balance('The test account is reset.', 'Test account reset.', '0.00'),
      detail: 'the body must be a JSON object',
    }),
    'GET /v1/test/events': listen,
    'POST /v1/test/events': post({
      operationId: 'triggerEvent',
      summary: 'Send a test event',
      description:
        'Sends a test event of this kind to the webhook URL and to every listener. It belongs to no purchase: its ' +
        'reference begins with `test-`, and it has the header `X-Webhook-Test: true`. While one is being sent, another ' +
        'call gets 429.',
      body: ['TestEvent', { event: 'airtime.purchase.success' }],
      answer: success('The event is on its way.', ref('SentTestEvent'), {
        message: 'Test event sent.',
        data: { id: EVENT_ID, event: 'airtime.purchase.success', reference: `test-${EVENT_ID}` },
      }),
      detail: 'event must be one of the documented events',
      methods: BOTH,
    }),
  },
  schemas: {
    TestFunding: testFunding.schema,
    TestReset: testReset.schema,
    TestEvent: testEvent.schema,
    SentTestEvent: object({
      id: text('The id of the event: its `X-Webhook-Id`.'),
      event: oneOf(eventNames),
      reference: text('The reference in the event.'),
    }),
  },
};
