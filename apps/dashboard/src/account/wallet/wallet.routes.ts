import { formatNaira } from '@topup/core/shared';
import { getWalletBalance } from '@topup/core/wallet';
import type { Wallet } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { exportEntries, listEntries } from './list-entries';

/** The account's money. */
export function wallet(deps: Pick<Deps, 'db' | 'clock'>): Router {
  return Router()
    .get('/wallet', readWallet(deps))
    .get('/wallet/entries', listEntries(deps))
    .get('/wallet/entries.csv', exportEntries(deps));
}

/** GET /api/wallet */
function readWallet({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    response.json({
      balance: formatNaira(await getWalletBalance(db, accountIdOf(response))),
      currency: 'NGN',
    } satisfies Wallet);
  };
}
