import { testFunding } from '../routes/test/fund.route';
import { testReset } from '../routes/test/reset.route';
import { success } from './answers';
import type { Json, PathItem, Resource, Schema } from './document';
import { errorsOfPost } from './errors';
import { ref } from './schemas';

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  schema: Schema;
  body: Json;
  answer: { description: string; message: string; balance: string };
  detail: string;
};

const post = ({ operationId, summary, description, schema, body, answer, detail }: Operation): PathItem => ({
  post: {
    operationId,
    tags: ['Test mode'],
    summary,
    description: `${description} With a live key the answer is 404.`,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: { body: { summary, value: body } } } },
    },
    responses: {
      200: success(answer.description, ref('WalletBalance'), {
        message: answer.message,
        data: { balance: answer.balance, currency: 'NGN', low: false },
      }),
      ...errorsOfPost({ codes: ['key_scope', 'unknown_path'], detail }),
    },
  },
});

export const testMode: Resource = {
  tag: {
    name: 'Test mode',
    description:
      'What only a test key may do. The purchases of a test account cost play money and sell nothing; their outcome is ' +
      'selected by the number that they are for.',
  },
  paths: {
    '/v1/test/wallet/fund': post({
      operationId: 'fundTestWallet',
      summary: 'Fund the test wallet',
      description: 'Adds play money. Each call adds it again.',
      schema: ref('TestFunding'),
      body: { amount: 5000 },
      answer: { description: 'The money is there.', message: 'Test wallet funded.', balance: '5000.00' },
      detail: 'amount must be between 0.01 and 10000000.00',
    }),
    '/v1/test/reset': post({
      operationId: 'resetTestAccount',
      summary: 'Reset the test account',
      description:
        'Opens a fresh test account behind the same keys, webhook URL and webhook secrets: an empty wallet, and no ' +
        'reference is used. At most once a minute. What is under way in the old one ends without an event.',
      schema: ref('TestReset'),
      body: {},
      answer: { description: 'The test account is new.', message: 'Test account reset.', balance: '0.00' },
      detail: 'the body must be a JSON object',
    }),
  },
  schemas: { TestFunding: testFunding.schema, TestReset: testReset.schema },
};
