import { failureCodes } from '@topup/core/errors';
import type { ProductType } from '@topup/core/product';
import { messages } from '@topup/core/purchase';
import { NAMED } from '../http/purchase-response';
import { transactionQuery } from '../routes/transaction/status.route';
import { publicStatuses, transactionsQuery } from '../routes/transactions/list.route';
import { airtimeKeys } from './airtime';
import { envelopeAnswer, pageOf } from './answers';
import { cableKeys } from './cabletv';
import { dataKeys } from './data';
import type { Resource, Schema } from './document';
import { electricityKeys, unsoldElectricityKeys } from './electricity';
import { errorsOfList, errorsOfPost } from './errors';
import { message, nairaOut, object, oneOf, ref, reference, text, time } from './schemas';

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
const sold = { token: '26362054405982757802', units: '79.9' };
const unsold = { token: '', units: null };

const SHORT = ['AirtimeTransaction', 'DataTransaction', 'CableTransaction'].map(ref);
const soldTransaction: Schema = { anyOf: [...SHORT, ref('ElectricityTransaction')] };
const listedTransaction: Schema = {
  anyOf: ['ListedAirtime', 'ListedData', 'ListedCable', 'ListedElectricity'].map(ref),
};
const unsoldTransaction: Schema = { anyOf: [...SHORT, ref('UnsoldElectricityTransaction')] };

/** The keys that only a list has: in the status answer they are around `data`, or a header. */
const listed: Record<string, Schema> = {
  reference,
  status: oneOf(publicStatuses),
  message,
  error_code: {
    type: ['string', 'null'],
    enum: [...failureCodes, null],
    description: 'Why it failed, as `X-Error-Code` of the status answer. Null unless `status` is `failed`.',
  },
  completed_at: {
    ...time('When it became `successful` or `failed`, in UTC. Null while it is pending.'),
    type: ['string', 'null'],
  },
};

export const transaction: Resource = {
  tag: {
    name: 'Transactions',
    description: 'The status of a purchase, and the list of all. Rely on them, because a webhook can be missed.',
  },
  paths: {
    '/v1/transaction/status': {
      post: {
        operationId: 'transactionStatus',
        tags: ['Transactions'],
        summary: 'Query a purchase',
        description:
          'Returns the stored purchase. It moves no money. Each call that finds the purchase also sends ' +
          '`transaction.requery` when a webhook URL is set. **Do not query the status because of a ' +
          '`transaction.requery` event: the query would send the next one.** An account may query one reference 30 ' +
          'times in a minute. After an electricity purchase that was answered with 202, this returns the token.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: ref('TransactionQuery'),
              examples: { reference: { summary: 'By its reference', value: { request_ref: 'order-1' } } },
            },
          },
        },
        responses: {
          ...Object.fromEntries([
            envelopeAnswer({
              status: 'success',
              description: 'Delivered.',
              data: soldTransaction,
              reference: 'order-1',
              message: messages.success('AIRTIME'),
              examples: {
                airtime: { summary: 'Airtime', data: airtime },
                electricity: {
                  summary: 'Prepaid electricity',
                  message: messages.success('ELECTRICITY'),
                  data: { ...electricity, ...sold },
                },
              },
            }),
            envelopeAnswer({
              status: 'pending',
              description: 'Not known yet. The wallet stays debited until then.',
              data: unsoldTransaction,
              reference: 'order-1',
              message: messages.pending('AIRTIME'),
              examples: {
                airtime: { summary: 'Airtime', data: airtime },
                electricity: {
                  summary: 'Electricity',
                  message: messages.pending('ELECTRICITY'),
                  data: { ...electricity, ...unsold },
                },
              },
            }),
            envelopeAnswer({
              status: 'failed',
              description:
                'Not delivered. The wallet was refunded. `new_balance` is the balance between debit and refund.',
              data: unsoldTransaction,
              reference: 'order-1',
              message: messages.failed('AIRTIME', 'The provider could not complete the order.'),
              examples: {
                rejected: { summary: 'Rejected by the provider', data: airtime },
                not_sent: {
                  summary: 'Not sent in time',
                  message: messages.refunded('AIRTIME'),
                  data: airtime,
                },
              },
            }),
          ]),
          ...errorsOfPost({
            detail: 'request_ref is required',
            codes: ['transaction_not_found', 'transaction_not_yours'],
          }),
        },
      },
    },
    '/v1/transactions': {
      get: {
        operationId: 'listTransactions',
        tags: ['Transactions'],
        summary: 'List your purchases',
        description:
          'Every purchase of the account, newest first, with all its keys together. It sends no event. A purchase keeps its ' +
          'place, so paging neither repeats nor leaves out one that was there when you began.',
        parameters: transactionsQuery.parameters,
        responses: {
          200: pageOf('A page of transactions.', listedTransaction, {
            message: 'Transactions, newest first.',
            data: [
              {
                reference: 'order-1',
                status: 'successful',
                message: messages.success('AIRTIME'),
                error_code: null,
                completed_at: '2026-11-21T12:05:14.202Z',
                ...airtime,
              },
            ],
          }),
          ...errorsOfList({ detail: 'limit must be a number from 1 to 100' }),
        },
      },
    },
  },
  schemas: {
    TransactionQuery: transactionQuery.schema,

    AirtimeTransaction: transactionOf('AIRTIME', airtimeKeys),
    DataTransaction: transactionOf('DATA', dataKeys),
    CableTransaction: transactionOf('CABLE_TV', cableKeys),
    ElectricityTransaction: transactionOf('ELECTRICITY', electricityKeys, NAMED),
    UnsoldElectricityTransaction: transactionOf('ELECTRICITY', unsoldElectricityKeys),
    ListedAirtime: transactionOf('AIRTIME', { ...listed, ...airtimeKeys }),
    ListedData: transactionOf('DATA', { ...listed, ...dataKeys }),
    ListedCable: transactionOf('CABLE_TV', { ...listed, ...cableKeys }),
    ListedElectricity: transactionOf('ELECTRICITY', { ...listed, ...electricityKeys }, NAMED),
  },
};

/** The keys of every transaction, and those of its product. */
function transactionOf(product: ProductType, keys: Record<string, Schema>, optional: string[] = []): Schema {
  return object(
    {
      ...keys,
      transaction_type: { type: 'string', const: product },
      amount: nairaOut('The amount that was debited, in naira.'),
      previous_balance: nairaOut('The wallet balance before the debit, in naira.'),
      new_balance: nairaOut('The wallet balance after the debit, in naira.'),
      description: text('What was bought, as text for people.'),
      created_at: time('When the purchase was accepted, in UTC.'),
    },
    ['previous_balance', 'new_balance', ...optional],
  );
}
