import { askTwice } from '@topup/core/shared';
import { getWallet } from '@topup/core/wallet';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { balanceAnswer } from '../../http/balance-answer';
import { arrivalOf, callerOf } from '../../http/request-context';

/** GET /v1/wallet/balance: what the account can spend now, and whether that is below its threshold. */
export function walletBalance({ db, clock }: Deps): RequestHandler {
  return async (_request, response) => {
    const { accountId } = callerOf(response);
    const { balanceKobo, low } = await askTwice(clock, () => getWallet(db, accountId), arrivalOf(response));
    response.json(balanceAnswer('Wallet balance.', balanceKobo, low));
  };
}
