import { lockAccount } from '@topup/core/account';
import { withAuditLog } from '@topup/core/audit';
import { formatNaira } from '@topup/core/shared';
import { fundWallet } from '@topup/core/wallet';
import type { Funding } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { parseIdParam } from '../../http/parse-id-param';
import { readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { line, naira } from '../operator.input';
import { referenceUsed } from '../refusals';

type Payment = { amount: bigint; reference: string; note: string };

/**
 * Adds money once per reference. The same payment again answers the amounts of the first time; another amount under a
 * known reference is refused.
 */
export function fundAccount({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<Payment>({ amount: naira, reference: line, note: line });
  return async (request, response) => {
    const id = parseIdParam(request, 'account');
    const { amount, reference, note } = readFields(body, request.body);
    const funding = await withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
      const account = await lockAccount(tx, id);
      if (account === null) throw notFound('account');
      const result = await fundWallet(tx, id, amount, reference);
      const details = { amount: formatNaira(amount), reference, balanceAfter: formatNaira(result.balanceAfterKobo) };
      return {
        result,
        action: result.funded ? { action: 'wallet.fund', subject: account.name, accountId: id, note, details } : null,
      };
    });
    const recorded = {
      amount: formatNaira(funding.amountKobo),
      balanceBefore: formatNaira(funding.balanceBeforeKobo),
      balanceAfter: formatNaira(funding.balanceAfterKobo),
    };
    if (funding.amountKobo !== amount) throw referenceUsed({ reference, ...funding });
    response.json({ funded: funding.funded, ...recorded } satisfies Funding);
  };
}
