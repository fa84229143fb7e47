import { changeLowBalance } from '@topup/core/account';
import { getWallet } from '@topup/core/wallet';
import type { Wallet } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { lowBalanceFields } from '../../http/account-fields';
import { byOf } from '../../http/audit';
import { readFields } from '../../http/read-fields';
import { done } from '../../http/refusal';
import { toWallet } from './wallet.presenter';

/** POST /api/wallet/low-balance {threshold}: below this balance the owners are mailed; null: never. */
export function setOwnLowBalance({ db, fundingDetails }: Pick<Deps, 'db' | 'fundingDetails'>): RequestHandler {
  return async (request, response) => {
    const id = accountIdOf(response);
    done(await changeLowBalance(db, byOf(response), id, readFields(lowBalanceFields, request.body).threshold));
    response.json(toWallet(await getWallet(db, id), fundingDetails) satisfies Wallet);
  };
}
