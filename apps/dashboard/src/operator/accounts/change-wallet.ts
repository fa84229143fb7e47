import { pick, toWire } from '@topup/core/shared';
import { adjustAccount, fundAccount, type WrittenEntry } from '@topup/core/wallet';
import type { Adjusted, Funding } from '@topup/dashboard-contract';
import type { Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { idOf, serveChange } from '../../http/change';
import { line } from '../../http/read-fields';
import { approvalNote, entry, fundingReference, naira, signedNaira } from '../operator.input';

const toAmounts = (written: WrittenEntry) =>
  toWire(pick(written, 'amountKobo', 'balanceBeforeKobo', 'balanceAfterKobo'));

type Payment = { amount: bigint; reference: string; note: string; approvalNote?: string };

type Adjustment = {
  amount: bigint;
  reference: string;
  reason: string;
  entry: bigint | null;
  belowZero: boolean;
  approvalNote?: string;
};

/**
 * Adds money, and corrects a wallet, plus or minus; each once per reference. The same again answers the amounts of the
 * first time; another account or amount under a known reference is refused.
 */
export function serveWalletChanges(router: Router, { db }: Pick<Deps, 'db'>): void {
  serveChange(router, '/accounts/:id/fund', {
    of: idOf('account'),
    body: Joi.object<Payment>({
      amount: naira.label('Amount'),
      reference: fundingReference.label('Bank reference'),
      note: line.label('Note'),
      approvalNote,
    }),
    make: ({ amount: amountKobo, reference, note, approvalNote: approval }, by, accountId) =>
      fundAccount(db, by, { accountId, amountKobo, reference }, { note, approval }),
    answer: ({ kind, ...entry }): Funding => ({ funded: kind === 'funded', ...toAmounts(entry) }),
  });
  serveChange(router, '/accounts/:id/adjust', {
    of: idOf('account'),
    body: Joi.object<Adjustment>({
      amount: signedNaira.label('Amount'),
      reference: line.label('Reference'),
      reason: line.label('Reason'),
      entry: entry.label('Ledger entry'),
      belowZero: Joi.boolean().strict().default(false),
      approvalNote,
    }),
    make: ({ amount: amountKobo, entry: entryId, approvalNote, ...given }, by, accountId) =>
      adjustAccount(db, by, { accountId, amountKobo, entryId, ...given }, approvalNote),
    answer: ({ kind, ...entry }): Adjusted => ({ adjusted: kind === 'adjusted', ...toAmounts(entry) }),
  });
}
