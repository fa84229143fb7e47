import { formatNaira } from '@topup/core/shared';
import { fundAccount as fund } from '@topup/core/wallet';
import type { Funding } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { parseIdParam } from '../../http/parse-id-param';
import { line, readFields } from '../../http/read-fields';
import { answerGuarded } from '../approvals/answer-guarded';
import { approvalNote, fundingReference, naira } from '../operator.input';

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
    const accountId = parseIdParam(request, 'account');
    const { amount, reference, note, approvalNote } = readFields(body, request.body);
    const payment = { accountId, amountKobo: amount, reference };
    const funding = await fund(db, byOf(response), payment, { note, approval: approvalNote });
    answerGuarded(
      response,
      funding,
      ({ kind, amountKobo, balanceBeforeKobo, balanceAfterKobo }): Funding => ({
        funded: kind === 'funded',
        amount: formatNaira(amountKobo),
        balanceBefore: formatNaira(balanceBeforeKobo),
        balanceAfter: formatNaira(balanceAfterKobo),
      }),
    );
  };
}
