import { formatNaira } from '@topup/core/shared';
import { adjustAccount as adjust } from '@topup/core/wallet';
import type { Adjusted } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { parseIdParam } from '../../http/parse-id-param';
import { line, readFields } from '../../http/read-fields';
import { answerGuarded } from '../approvals/answer-guarded';
import { approvalNote, entry, signedNaira } from '../operator.input';

type Given = {
  amount: bigint;
  reference: string;
  reason: string;
  entry: bigint | null;
  belowZero: boolean;
  approvalNote?: string;
};

const GIVEN = Joi.object<Given>({
  amount: signedNaira.label('Amount'),
  reference: line.label('Reference'),
  reason: line.label('Reason'),
  entry: entry.label('Ledger entry'),
  belowZero: Joi.boolean().strict().default(false),
  approvalNote,
});

/**
 * Corrects a wallet, plus or minus, once per reference. The same adjustment again answers the amounts of the first
 * time; another amount under a known reference is refused.
 */
export function adjustAccount({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const accountId = parseIdParam(request, 'account');
    const { amount, entry, approvalNote, ...given } = readFields(GIVEN, request.body);
    const adjustment = { accountId, amountKobo: amount, entryId: entry, ...given };
    const adjusted = await adjust(db, byOf(response), adjustment, approvalNote);
    answerGuarded(
      response,
      adjusted,
      ({ kind, amountKobo, balanceBeforeKobo, balanceAfterKobo }): Adjusted => ({
        adjusted: kind === 'adjusted',
        amount: formatNaira(amountKobo),
        balanceBefore: formatNaira(balanceBeforeKobo),
        balanceAfter: formatNaira(balanceAfterKobo),
      }),
    );
  };
}
