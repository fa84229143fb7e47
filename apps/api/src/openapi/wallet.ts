import { entryKinds } from '@topup/core/reporting';
import { entriesQuery } from '../routes/wallet/wallet.route';
import { success } from './answers';
import type { Resource } from './document';
import { list } from './endpoints';
import { errorsOfGet } from './errors';
import { arrayOf, nairaOut, object, oneOf, only, ref, signedNaira, text, textOrNull, time } from './schemas';

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

const bank = {
  bank_name: 'Wema bank',
  bank_code: '035',
  account_number: '9900012345',
  account_name: 'Ada Stores',
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
    'GET /v1/wallet/funding-accounts': {
      operationId: 'fundingAccounts',
      summary: 'List the account numbers to transfer into',
      description:
        'A transfer into one of them funds your wallet within seconds. An owner asks for them on the page of the wallet. ' +
        'Read them before each transfer, because a bank can end its number. The list is empty without one.',
      responses: {
        200: success('The account numbers.', arrayOf(ref('FundingAccount')), {
          message: 'Funding accounts.',
          data: [bank],
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
    FundingAccount: object({
      bank_name: text('The name of the bank, to show.'),
      bank_code: text('The code of the bank, to compare.'),
      account_number: text('Ten digits.'),
      account_name: text('The name that the bank shows to the payer. It can be cut short.'),
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
