import type { NewAction } from '../audit/action.store';
import { formatNaira } from '../shared/money';
import type { AccountSummary } from './account.store';

type Account = Pick<AccountSummary, 'id' | 'name'>;

export const ofAccount = ({ id, name }: Account) => ({ subject: name, accountId: id });

export const accountActions = {
  opened: ({ tier, ...account }: Account & { tier: string }): NewAction => ({
    action: 'account.create',
    ...ofAccount(account),
    after: { tier },
  }),
  factorRequired: (account: Account, required: boolean): NewAction => ({
    action: 'account.factor_required',
    ...ofAccount(account),
    before: { required: !required },
    after: { required },
  }),
  /** The balance was seen below the threshold, and the owners are mailed. */
  lowBalancePassed: (
    account: Account,
    { balanceKobo, thresholdKobo }: { balanceKobo: bigint; thresholdKobo: bigint },
  ): NewAction => ({
    action: 'account.low_balance_mail',
    ...ofAccount(account),
    after: { balance: formatNaira(balanceKobo), threshold: formatNaira(thresholdKobo) },
  }),
  testFunded: (accountId: string, amountKobo: bigint): NewAction => ({
    action: 'account.test_fund',
    subject: 'the test account',
    accountId,
    after: { amount: formatNaira(amountKobo) },
  }),
  /** `accountId`: the test account that took the place of the one before. */
  testReset: (accountId: string): NewAction => ({
    action: 'account.test_reset',
    subject: 'the test account',
    accountId,
  }),
};
