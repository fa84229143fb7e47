import { formatNaira } from '@topup/core/shared';
import { adjustAccount as adjust, fundAccount as fund, type WrittenEntry } from '@topup/core/wallet';
import type { Adjusted, Funding } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { change, idOf } from '../../http/change';
import { line } from '../../http/read-fields';
import { approvalNote, entry, fundingReference, naira, signedNaira } from '../operator.input';

const toAmounts = ({ amountKobo, balanceBeforeKobo, balanceAfterKobo }: WrittenEntry) => ({
  amount: formatNaira(amountKobo),
  balanceBefore: formatNaira(balanceBeforeKobo),
  balanceAfter: formatNaira(balanceAfterKobo),
});

type Payment = { amount: bigint; reference: string; note: string; approvalNote?: string };

/**
 * Adds money once per reference. The same payment again answers the amounts of the first time; another account or
 * amount under a known reference is refused.
 */
export const fundAccount = ({ db }: Pick<Deps, 'db'>): RequestHandler =>
  change({
    of: idOf('account'),
    body: Joi.object<Payment>({
      amount: naira.label('Amount'),
      reference: fundingReference.label('Bank reference'),
      note: line.label('Note'),
      approvalNote,
    }),
    make: ({ amount: amountKobo, reference, note, approvalNote: approval }, by, accountId) =>
      fund(db, by, { accountId, amountKobo, reference }, { note, approval }),
    answer: ({ kind, ...entry }): Funding => ({ funded: kind === 'funded', ...toAmounts(entry) }),
  });

type Adjustment = {
  amount: bigint;
  reference: string;
  reason: string;
  entry: bigint | null;
  belowZero: boolean;
  approvalNote?: string;
};

/**
 * Corrects a wallet, plus or minus, once per reference. The same adjustment again answers the amounts of the first
 * time; another amount under a known reference is refused.
 */
export const adjustAccount = ({ db }: Pick<Deps, 'db'>): RequestHandler =>
  change({
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
      adjust(db, by, { accountId, amountKobo, entryId, ...given }, approvalNote),
    answer: ({ kind, ...entry }): Adjusted => ({ adjusted: kind === 'adjusted', ...toAmounts(entry) }),
  });
