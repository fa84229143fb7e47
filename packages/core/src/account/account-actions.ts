import type { NewAction } from '../audit/action.store';
import { moved } from '../audit/describe';
import { formatNaira } from '../shared/money';
import type { AccountSummary } from './account.store';
import { type OwnLimits, ownLimitsText } from './limits';
import type { AccountStatus } from './status';

type Account = Pick<AccountSummary, 'id' | 'name'>;

export const ofAccount = ({ id, name }: Account) => ({ subject: name, accountId: id });

const nairaOrNone = (kobo: bigint | null): string => (kobo === null ? 'none' : formatNaira(kobo));

const limitsOrNone = (limits: OwnLimits): string => ownLimitsText(limits) || 'none';

/** The audit entry of each change of an account. Null: nothing was changed. */
export const accountActions = {
  opened: ({ tier, ...account }: Account & { tier: string }): NewAction => ({
    action: 'account.create',
    ...ofAccount(account),
    after: { tier },
  }),
  status: (was: AccountSummary, status: AccountStatus) =>
    moved(
      { action: status === 'suspended' ? 'account.suspend' : 'account.resume', ...ofAccount(was) },
      { status: was.status },
      { status },
    ),
  tier: (was: AccountSummary, tier: string) =>
    moved({ action: 'account.tier', ...ofAccount(was) }, { tier: was.tier }, { tier }),
  limits: (was: AccountSummary, limits: OwnLimits) =>
    moved(
      { action: 'account.limits', ...ofAccount(was) },
      { limits: limitsOrNone(was.limits) },
      { limits: limitsOrNone(limits) },
    ),
  /** Whether the users of the account must have a second factor. */
  factorRequired: (account: Account, required: boolean): NewAction => ({
    action: 'account.factor_required',
    ...ofAccount(account),
    before: { required: !required },
    after: { required },
  }),
  /** The threshold below which the balance is low; null: none. */
  lowBalance: (was: AccountSummary, lowBalanceKobo: bigint | null) =>
    moved(
      { action: 'account.low_balance', ...ofAccount(was) },
      { threshold: nairaOrNone(was.lowBalanceKobo) },
      { threshold: nairaOrNone(lowBalanceKobo) },
    ),
  /** In which the users of the account read times. */
  timeZone: (was: AccountSummary, timeZone: string) =>
    moved({ action: 'account.time_zone', ...ofAccount(was) }, { time_zone: was.timeZone }, { time_zone: timeZone }),
  /** The balance was seen below the threshold, and the owners are mailed. */
  lowBalancePassed: (
    account: Account,
    { balanceKobo, thresholdKobo }: { balanceKobo: bigint; thresholdKobo: bigint },
  ): NewAction => ({
    action: 'account.low_balance_mail',
    ...ofAccount(account),
    after: { balance: formatNaira(balanceKobo), threshold: formatNaira(thresholdKobo) },
  }),
  /** Play money was added to a test account. */
  testFunded: (accountId: string, amountKobo: bigint): NewAction => ({
    action: 'account.test_fund',
    subject: 'the test account',
    accountId,
    after: { amount: formatNaira(amountKobo) },
  }),
  /** `freshId`: the test account that took the place of the one before. */
  testReset: (freshId: string): NewAction => ({
    action: 'account.test_reset',
    subject: 'the test account',
    accountId: freshId,
  }),
};
