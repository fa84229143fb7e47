import { formatNaira } from '@topup/core/shared';
import { getWallet } from '@topup/core/wallet';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { callerOf } from '../../http/request-context';

/** GET /v1/wallet/balance: what the account can spend now, and whether that is below its threshold. */
export function walletBalance({ db }: Deps): RequestHandler {
  return async (_request, response) => {
    const { balanceKobo, low } = await getWallet(db, callerOf(response).accountId);
    response.json({
      status: 'success',
      message: 'Wallet balance.',
      data: { balance: formatNaira(balanceKobo), currency: 'NGN', low },
    });
  };
}
