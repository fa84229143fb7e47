import { failureCodes } from '@topup/core/errors';
import { type ProductType, productTypes } from '@topup/core/product';
import { claimStates, messages } from '@topup/core/purchase';
import { changesQuery } from '../routes/transaction/changes.route';
import {
  claimFields,
  publicStatuses,
  transactionQuery,
  transactionsQuery,
} from '../routes/transaction/transaction.route';
import { NEXT_PLACE, outcomeAnswer, pageOf, success } from './answers';
import type { Resource, Schema } from './document';
import { bodyOf, list, REASON } from './endpoints';
import { errorsOfGet, errorsOfPost } from './errors';
import { describedProducts } from './products';
import { CHARGED, message, nairaOut, object, oneOf, only, ref, reference, text, textOrNull, time } from './schemas';

const airtime = {
  transaction_type: 'AIRTIME',
  amount: '100.00',
  previous_balance: '500.00',
  new_balance: '400.00',
  description: 'MTN airtime of NGN 100.00 for 08031234567',
  created_at: '2026-11-21T12:05:11.516Z',
  network: 'mtn',
  phone: '08031234567',
};
const electricity = {
  transaction_type: 'ELECTRICITY',
  amount: '2000.00',
  previous_balance: '5000.00',
  new_balance: '3000.00',
  description: 'ikeja-electric prepaid electricity of NGN 2000.00 for meter 1111111111111',
  created_at: '2026-11-21T12:05:11.516Z',
  disco: 'ikeja-electric',
  meter_number: '1111111111111',
  customer_name: 'TESTMETER1',
  address: 'ABULE EGBA BU',
};

/** The examples of airtime and of electricity, which has a token or none yet. */
const bothOf = (status: 'success' | 'pending', summary: string, vended: { token: string; units: string | null }) => ({
  reference: 'order-1',
  message: messages[status]('AIRTIME'),
  examples: {
    airtime: { summary: 'Airtime', data: airtime },
    electricity: { summary, message: messages[status]('ELECTRICITY'), data: { ...electricity, ...vended } },
  },
});

/** A claim, as the call and the list have it. */
const claim: Record<string, Schema> = {
  state: oneOf(claimStates),
  answered_at: { ...time('Time of the answer, in UTC. Null while the claim is open.'), type: ['string', 'null'] },
  answer: textOrNull('How we know that it was delivered, or that it was reversed. Null while the claim is open.'),
};

/** The keys that only a list has: a status query has them around `data`, or as a header. */
const listed: Record<string, Schema> = {
  reference,
  status: oneOf(publicStatuses),
  message,
  error_code: {
    type: ['string', 'null'],
    enum: [...failureCodes, null],
    description: 'Why it failed: the `X-Error-Code` of a status query. Null unless `status` is `failed`.',
  },
  completed_at: {
    ...time('When the purchase became `successful` or `failed`, in UTC. Null while it is pending.'),
    type: ['string', 'null'],
  },
  claim: { ...object(claim), description: 'Present only if you have claimed that the purchase was not received.' },
};

const CHANGED_AT = { changed_at: time('When this change happened, in UTC.') };

/** A transaction as a list has it. */
const sold = {
  reference: 'order-1',
  status: 'successful',
  message: messages.success('AIRTIME'),
  error_code: null,
  completed_at: '2026-11-21T12:05:14.202Z',
  ...airtime,
};

/** The schemas of transactions that succeeded, that have not, and that are listed: one of each product. */
const schemas = {
  delivered: perProduct(deliveredOf),
  unsold: perProduct(unsoldOf),
  listed: perProduct((product) => listedOf('Listed', product)),
  changed: perProduct((product) => listedOf('Changed', product, CHANGED_AT)),
};
const anyOf = (kind: keyof typeof schemas): Schema => ({ anyOf: Object.keys(schemas[kind]).map(ref) });

export const transaction: Resource = {
  tag: {
    name: 'Transactions',
    description: 'The status of one purchase, and the list of all. Rely on them, because an event can be lost.',
  },
  endpoints: {
    'POST /v1/transaction/status': {
      operationId: 'transactionStatus',
      summary: 'Query a purchase',
      description:
        'Returns the stored purchase, and moves no money. After a 202 of an electricity purchase, it returns the token. An ' +
        'account can query one reference 120 times in a minute.\n\nEach call that finds the purchase also sends the event ' +
        '`transaction.requery`, if a webhook URL is set. **Do not query the status when that event arrives: the query ' +
        'would send the next one.**',
      requestBody: bodyOf('TransactionQuery', {
        reference: { summary: 'By its reference', value: { request_ref: 'order-1' } },
      }),
      responses: {
        ...outcomeAnswer('success', {
          description: 'Delivered.',
          data: anyOf('delivered'),
          ...bothOf('success', 'Prepaid electricity', { token: '26362054405982757802', units: '79.9' }),
        }),
        ...outcomeAnswer('pending', {
          description: 'The outcome is not known yet. The wallet stays debited until then.',
          data: anyOf('unsold'),
          ...bothOf('pending', 'Electricity', { token: '', units: null }),
        }),
        ...outcomeAnswer('failed', {
          description: 'Not delivered. The wallet was refunded. `new_balance` is the balance between debit and refund.',
          data: anyOf('unsold'),
          reference: 'order-1',
          message: messages.failed('AIRTIME', REASON),
          examples: {
            rejected: { summary: 'Rejected by the provider', data: airtime },
            not_sent: { summary: 'Not sent in time', message: messages.refunded('AIRTIME'), data: airtime },
          },
        }),
        ...errorsOfPost({
          detail: 'request_ref is required',
          codes: ['transaction_not_found', 'transaction_not_yours'],
        }),
      },
    },
    'POST /v1/transaction/claim': {
      operationId: 'claimTransaction',
      summary: 'Claim that a purchase was not received',
      description:
        'Asks the operators to look into a successful purchase whose customer has received nothing. A purchase has one ' +
        'claim: each further call returns it, so call again to read the answer. They confirm the delivery, or reverse ' +
        'the purchase: then it is `failed`, and refunded. A claim of a test purchase is confirmed at once.',
      requestBody: bodyOf('ClaimRequest', {
        claim: { summary: 'Not received', value: { request_ref: 'order-1', note: 'The customer got no airtime.' } },
      }),
      responses: {
        200: success('The claim of the purchase.', ref('Claim'), {
          message: 'This claim is open.',
          data: { request_ref: 'order-1', state: 'open', answered_at: null, answer: null },
        }),
        ...errorsOfPost({
          detail: 'note is required',
          codes: ['key_scope', 'not_successful', 'transaction_not_found', 'transaction_not_yours', 'overloaded'],
        }),
      },
    },
    'GET /v1/transactions': list({
      operationId: 'listTransactions',
      summary: 'List your purchases',
      description:
        'Every purchase of the account, newest first, whichever key bought it. The list sends no event. A purchase keeps ' +
        'its place, so paging neither repeats nor skips one that was there when you began.',
      parameters: transactionsQuery.parameters,
      page: [
        'A page of transactions.',
        anyOf('listed'),
        {
          message: 'Transactions, newest first.',
          data: [sold],
        },
      ],
      detail: 'limit must be a number from 1 to 100',
    }),
    'GET /v1/transactions/changes': {
      operationId: 'listChanges',
      summary: 'Follow what became of your purchases',
      description:
        'Every purchase of the account when it becomes final, and once more if it is reversed later, oldest first. Save ' +
        '`next_cursor` with what you did about the rows, and send it as `after`. No change is skipped, and the order is ' +
        'the same at every read, so `changed_at` may step back slightly. With `wait`, an empty response waits for the ' +
        'next change. The list sends no event.',
      parameters: changesQuery.parameters,
      responses: {
        200: pageOf(
          'A page of changes.',
          anyOf('changed'),
          {
            message: 'Changes of transactions, oldest first.',
            data: [{ ...sold, changed_at: '2026-11-21T12:05:14.203Z' }],
          },
          NEXT_PLACE,
        ),
        ...errorsOfGet({
          detail: 'after must be the next_cursor of an earlier page, or now',
          codes: ['validation_failed', 'overloaded'],
        }),
      },
    },
  },
  schemas: {
    TransactionQuery: transactionQuery.schema,
    ClaimRequest: claimFields.schema,
    Claim: object({ request_ref: reference, ...claim }),
    ...schemas.delivered,
    ...schemas.unsold,
    ...schemas.listed,
    ...schemas.changed,
  },
};

function deliveredOf(product: ProductType): [string, Schema] {
  const { name, keys, optional } = describedProducts[product];
  return [`${name}Transaction`, transactionOf(product, keys, optional)];
}

function unsoldOf(product: ProductType): [string, Schema] {
  const { name, unsold } = describedProducts[product];
  return unsold === undefined
    ? deliveredOf(product)
    : [`Unsold${name}Transaction`, transactionOf(product, unsold, CHARGED)];
}

function listedOf(prefix: string, product: ProductType, more: Record<string, Schema> = {}): [string, Schema] {
  const { name, keys, optional = [] } = describedProducts[product];
  return [`${prefix}${name}`, transactionOf(product, { ...listed, ...more, ...keys }, ['claim', ...optional])];
}

function perProduct(schemaOf: (product: ProductType) => [string, Schema]): Record<string, Schema> {
  return Object.fromEntries(productTypes.map(schemaOf));
}

/** The keys of every transaction, and those of its product. */
function transactionOf(product: ProductType, keys: Record<string, Schema>, optional: string[] = []): Schema {
  return object(
    {
      ...keys,
      transaction_type: only(product),
      previous_balance: nairaOut(
        'The wallet balance before the debit, in naira. Absent only while a test purchase is deleted.',
      ),
      new_balance: nairaOut(
        'The wallet balance after the debit, in naira. Absent only while a test purchase is deleted.',
      ),
      description: text('The purchase in words, for people.'),
      created_at: time('When the purchase was accepted, in UTC.'),
    },
    ['previous_balance', 'new_balance', ...optional],
  );
}
