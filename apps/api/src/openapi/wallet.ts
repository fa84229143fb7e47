import { entryKinds } from '@topup/core/reporting';
import { entriesQuery } from '../routes/wallet/wallet.route';
import { success } from './answers';
import type { Resource } from './document';
import { list } from './endpoints';
import { errorsOfGet } from './errors';
import { nairaOut, object, oneOf, only, ref, signedNaira, text, textOrNull, time } from './schemas';

const entry = {
  id: '4711',
  kind: 'debit',
  amount: '-100.00',
  previous_balance: '500.00',
  new_balance: '400.00',
  reference: 'order-1',
  corrects: null,
  reason: null,
  created_at: '2026-11-21T12:05:11.516Z',
};

export const wallet: Resource = {
  tag: { name: 'Wallet', description: 'The prepaid balance from which purchases are paid.' },
  endpoints: {
    'GET /v1/wallet/balance': {
      operationId: 'walletBalance',
      summary: 'Read the balance',
      description: 'Returns the amount that you can spend now. Open purchases are already debited.',
      responses: {
        200: success('The balance.', ref('WalletBalance'), {
          message: 'Wallet balance.',
          data: { balance: '1234.56', currency: 'NGN', low: false },
        }),
        ...errorsOfGet(),
      },
    },
    'GET /v1/wallet/entries': list({
      operationId: 'listWalletEntries',
      summary: 'List the changes of the wallet',
      description:
        'Fundings, debits, refunds and adjustments, newest first. The `previous_balance` of an entry is the ' +
        '`new_balance` of the entry before it in time, so the list adds up.',
      parameters: entriesQuery.parameters,
      page: ['A page of entries.', ref('WalletEntry'), { message: 'Wallet entries, newest first.', data: [entry] }],
      detail: 'kind must be one of [funding, debit, refund, adjustment]',
    }),
  },
  schemas: {
    WalletEntry: object({
      id: text('A number that grows with every entry of the wallet.'),
      kind: oneOf(entryKinds),
      amount: signedNaira('In naira. Negative if it was taken from the wallet, as a debit is.'),
      previous_balance: signedNaira('The balance before the entry, in naira.'),
      new_balance: signedNaira('The balance after the entry, in naira.'),
      reference: text(
        'The `request_ref` of the purchase for a debit or a refund, otherwise the reference of the funding or adjustment.',
      ),
      corrects: textOrNull('The id of the entry that an adjustment corrects.'),
      reason: textOrNull('Why an adjustment was made.'),
      created_at: time('When the entry was made, in UTC.'),
    }),
    WalletBalance: object({
      balance: nairaOut('The balance, in naira.'),
      currency: only('NGN'),
      low: {
        type: 'boolean',
        description:
          'Whether the balance is below the threshold that an owner of the account has set. Without a threshold, false.',
      },
    }),
  },
};
