import { formatNaira } from '@topup/core/shared';
import { getWalletBalance as readBalance } from '@topup/core/wallet';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { callerOf } from '../../http/request-context';

/** GET /v1/wallet/balance: what the account can spend now. */
export function walletBalance({ db }: Deps): RequestHandler {
  return async (_request, response) => {
    const balance = await readBalance(db, callerOf(response).accountId);
    response.json({
      status: 'success',
      message: 'Wallet balance.',
      data: { balance: formatNaira(balance), currency: 'NGN' },
    });
  };
}
