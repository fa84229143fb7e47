import { lockAccount } from '@topup/core/account';
import { accountActions } from '@topup/core/audit';
import { isGuardRefusal } from '@topup/core/operator-guard';
import { formatNaira } from '@topup/core/shared';
import { adjustWallet } from '@topup/core/wallet';
import type { Adjusted } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { parseIdParam } from '../../http/parse-id-param';
import { line, readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { isAsked, sendAsked, tryStep } from '../approvals/try-step';
import { approvalNote, entry, signedNaira } from '../operator.input';
import { adjustmentUsed, belowZero, noSuchEntry } from '../refusals';

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
    const id = parseIdParam(request, 'account');
    const { amount, entry, approvalNote, ...given } = readFields(GIVEN, request.body);
    const adjustment = { accountId: id, amountKobo: amount, entryId: entry, ...given };
    const adjusted = await tryStep(db, response, approvalNote, async (tx, actor) => {
      const account = await lockAccount(tx, id);
      if (account === null) throw notFound('account');
      const result = await adjustWallet(tx, adjustment, actor);
      if (isGuardRefusal(result)) return { refusal: result, guarded: { kind: 'adjust', ...adjustment } };
      if (result.kind === 'below_zero') throw belowZero(result.balanceKobo);
      if (result.kind === 'adjusted')
        return { done: result, action: accountActions.adjusted(account, result, adjustment) };
      if (result.kind === 'adjusted_before') return { done: result, action: null };
      throw result.kind === 'no_such_entry' ? noSuchEntry(entry ?? 0n) : notFound('account');
    });
    if (isAsked(adjusted)) return sendAsked(response, adjusted);
    if (adjusted.amountKobo !== amount) throw adjustmentUsed({ reference: given.reference, ...adjusted });
    response.json({
      adjusted: adjusted.kind === 'adjusted',
      amount: formatNaira(adjusted.amountKobo),
      balanceBefore: formatNaira(adjusted.balanceBeforeKobo),
      balanceAfter: formatNaira(adjusted.balanceAfterKobo),
    } satisfies Adjusted);
  };
}
