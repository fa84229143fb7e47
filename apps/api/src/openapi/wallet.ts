import { entryKinds } from '@topup/core/reporting';
import { entriesQuery } from '../routes/wallet/entries.route';
import { pageOf, success } from './answers';
import type { Resource, Schema } from './document';
import { errorsOfList, errorsOfRead } from './errors';
import { nairaOut, object, oneOf, ref, text, time } from './schemas';

export const wallet: Resource = {
  tag: { name: 'Wallet', description: 'The prepaid balance from which purchases are paid.' },
  paths: {
    '/v1/wallet/balance': {
      get: {
        operationId: 'walletBalance',
        tags: ['Wallet'],
        summary: 'Read the balance',
        description: 'The amount that can be spent now. Open purchases are already debited.',
        responses: {
          200: success('The balance.', ref('WalletBalance'), {
            message: 'Wallet balance.',
            data: { balance: '1234.56', currency: 'NGN', low: false },
          }),
          ...errorsOfRead(),
        },
      },
    },
    '/v1/wallet/entries': {
      get: {
        operationId: 'listWalletEntries',
        tags: ['Wallet'],
        summary: 'List the changes of the wallet',
        description:
          'Fundings, debits, refunds and adjustments, newest first. `previous_balance` of an entry is `new_balance` of ' +
          'the entry before it in time, so the list adds up.',
        parameters: entriesQuery.parameters,
        responses: {
          200: pageOf('A page of entries.', ref('WalletEntry'), {
            message: 'Wallet entries, newest first.',
            data: [
              {
                id: '4711',
                kind: 'debit',
                amount: '-100.00',
                previous_balance: '500.00',
                new_balance: '400.00',
                reference: 'order-1',
                corrects: null,
                reason: null,
                created_at: '2026-11-21T12:05:11.516Z',
              },
            ],
          }),
          ...errorsOfList({ detail: 'kind must be one of [funding, debit, refund, adjustment]' }),
        },
      },
    },
  },
  schemas: {
    WalletEntry: object({
      id: text('A number that grows with every entry of the wallet.'),
      kind: oneOf(entryKinds),
      amount: {
        type: 'string',
        pattern: '^-?[0-9]+\\.[0-9]{2}$',
        description: 'In naira. Negative when it was taken from the wallet, as a debit is.',
      },
      previous_balance: walletBalance('before'),
      new_balance: walletBalance('after'),
      reference: text(
        'Of a debit or refund the `request_ref` of the purchase; otherwise that of the funding or adjustment.',
      ),
      corrects: { type: ['string', 'null'], description: 'The id of the entry that an adjustment corrects.' },
      reason: { type: ['string', 'null'], description: 'Why an adjustment was made.' },
      created_at: time('When it was made, in UTC.'),
    }),
    WalletBalance: object({
      balance: nairaOut('In naira.'),
      currency: { type: 'string', const: 'NGN' },
      low: {
        type: 'boolean',
        description:
          'Whether the balance is below the threshold that an owner of the account has set. False without a threshold.',
      },
    }),
  },
};

/** A balance can be negative after an adjustment. */
function walletBalance(when: string): Schema {
  return { type: 'string', pattern: '^-?[0-9]+\\.[0-9]{2}$', description: `The balance ${when} it, in naira.` };
}
