import { formatNaira } from '@topup/core/shared';
import { getWalletBalance } from '@topup/core/wallet';
import { type RequestHandler, Router } from 'express';
import type { Wallet } from '../../contract';
import type { Deps } from '../../deps';
import { accountIdOf } from '../../http/signed-in';
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
