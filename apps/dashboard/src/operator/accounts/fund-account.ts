import { lockAccount } from '@topup/core/account';
import { accountActions } from '@topup/core/audit';
import { isGuardRefusal } from '@topup/core/operator-guard';
import { formatNaira } from '@topup/core/shared';
import { fundWallet } from '@topup/core/wallet';
import type { Funding } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { parseIdParam } from '../../http/parse-id-param';
import { line, readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { isAsked, sendAsked, tryStep } from '../approvals/try-step';
import { approvalNote, fundingReference, naira } from '../operator.input';
import { referenceUsed } from '../refusals';

type Payment = { amount: bigint; reference: string; note: string; approvalNote?: string };

/**
 * Adds money once per reference. The same payment again answers the amounts of the first time; another account or
 * amount under a known reference is refused.
 */
export function fundAccount({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<Payment>({
    amount: naira.label('Amount'),
    reference: fundingReference.label('Bank reference'),
    note: line.label('Note'),
    approvalNote,
  });
  return async (request, response) => {
    const id = parseIdParam(request, 'account');
    const { amount, reference, note, approvalNote } = readFields(body, request.body);
    const funding = await tryStep(db, response, approvalNote, async (tx, actor) => {
      const account = await lockAccount(tx, id);
      if (account === null) throw notFound('account');
      const payment = { accountId: id, amountKobo: amount, reference };
      const result = await fundWallet(tx, payment, actor);
      if (isGuardRefusal(result)) return { refusal: result, guarded: { kind: 'fund', ...payment } };
      if (result.kind === 'no_such_account') throw notFound('account');
      if (result.kind === 'reference_used') throw referenceUsed(result.earlier);
      return {
        done: result,
        action: result.kind === 'funded' ? accountActions.funded(account, result, { reference, note }) : null,
      };
    });
    if (isAsked(funding)) return sendAsked(response, funding);
    const recorded = {
      amount: formatNaira(funding.amountKobo),
      balanceBefore: formatNaira(funding.balanceBeforeKobo),
      balanceAfter: formatNaira(funding.balanceAfterKobo),
    };
    response.json({ funded: funding.kind === 'funded', ...recorded } satisfies Funding);
  };
}
