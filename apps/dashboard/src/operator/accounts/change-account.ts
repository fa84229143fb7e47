import {
  type AccountChange,
  type AccountSummary,
  changeLimits,
  changeLowBalance,
  changeStatus,
  changeTier,
  changeTimeZone,
  type OwnLimits,
} from '@topup/core/account';
import type { By } from '@topup/core/audit';
import type { RefusalCode } from '@topup/core/errors';
import { pick, toWire } from '@topup/core/shared';
import { adjustAccount, fundAccount, type WrittenEntry } from '@topup/core/wallet';
import type { AccountStatus, Adjusted, Funding } from '@topup/dashboard-contract';
import type { Router } from 'express';
import Joi from 'joi';
import { timeZoneFields } from '../../account/settings/settings.routes';
import { lowBalanceFields } from '../../account/wallet/wallet.routes';
import type { Deps } from '../../deps';
import { idOf, serveChange } from '../../http/change';
import { line } from '../../http/read-fields';
import { approvalNote, entry, fundingReference, limit, naira, signedNaira } from '../operator.input';

export const toAccountRow = (account: AccountSummary) =>
  pick(account, 'id', 'name', 'tier', 'status', 'balanceKobo', 'createdAt');

/** The changes that operators make to an account. Each returns the account as it is now. */
export function serveAccountChanges(router: Router, { db }: Pick<Deps, 'db'>): void {
  const serve = <T>(
    what: string,
    body: Joi.ObjectSchema<T>,
    make: (by: By, id: string, given: T) => Promise<AccountChange<RefusalCode>>,
  ) =>
    serveChange(router, `/accounts/:id/${what}`, {
      of: idOf('account'),
      body,
      make: (given, by, id) => make(by, id, given),
      answer: ({ account }) => toWire(toAccountRow(account)),
    });
  serve(
    'status',
    Joi.object<{ status: AccountStatus }>({ status: Joi.valid('active', 'suspended').required() }),
    (by, id, { status }) => changeStatus(db, by, id, status),
  );
  serve('tier', Joi.object<{ tier: string }>({ tier: line.label('Tier') }), (by, id, { tier }) =>
    changeTier(db, by, id, tier),
  );
  serve(
    'limits',
    Joi.object<OwnLimits>({
      purchases: limit.label('Purchases'),
      status: limit.label('Status queries'),
      lookups: limit.label('Lookups'),
      other: limit.label('Other requests'),
    }),
    (by, id, limits) => changeLimits(db, by, id, limits),
  );
  serve('low-balance', lowBalanceFields, (by, id, { threshold }) => changeLowBalance(db, by, id, threshold));
  serve('time-zone', timeZoneFields, (by, id, { timeZone }) => changeTimeZone(db, by, id, timeZone));
}

const toAmounts = (written: WrittenEntry) =>
  toWire(pick(written, 'amountKobo', 'balanceBeforeKobo', 'balanceAfterKobo'));

export const toFunding = ({ kind, ...entry }: WrittenEntry & { kind: 'funded' | 'funded_before' }): Funding => ({
  funded: kind === 'funded',
  ...toAmounts(entry),
});

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
    answer: toFunding,
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
