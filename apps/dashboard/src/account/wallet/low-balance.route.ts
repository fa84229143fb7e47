import { changeLowBalance } from '@topup/core/account';
import { getWallet } from '@topup/core/wallet';
import type { Wallet } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { lowBalanceFields } from '../../http/account-fields';
import { change } from '../../http/change';
import { toWallet } from './wallet.presenter';

/** POST /api/wallet/low-balance {threshold}: below this balance the owners are mailed; null: never. */
export const setOwnLowBalance = ({ db, fundingDetails }: Pick<Deps, 'db' | 'fundingDetails'>): RequestHandler =>
  change({
    of: (_request, response) => accountIdOf(response),
    body: lowBalanceFields,
    make: ({ threshold }, by, id) => changeLowBalance(db, by, id, threshold),
    answer: async (_made, _given, id): Promise<Wallet> => toWallet(await getWallet(db, id), fundingDetails),
  });
