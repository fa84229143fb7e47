import { success } from './answers';
import type { Resource } from './document';
import { errorsOfRead } from './errors';
import { closed, nairaOut, ref } from './schemas';

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
  },
  schemas: {
    WalletBalance: closed({
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
