import { type Facts, moved } from '../audit/action.store';
import type { By } from '../audit/actor';
import { type Recorded, unchanged, withAuditLog } from '../audit/with-audit-log';
import type { RefusalCode, Refused } from '../errors/refusal-catalog';
import { guardActorOf } from '../operator-guard/guarded-action';
import type { Db, DbOrTransaction } from '../shared/db';
import { formatNaira } from '../shared/money';
import { setFactorRequired } from '../user/factor.store';
import type { WriteOptions } from '../user/write-as';
import {
  type AccountSummary,
  createAccount,
  lockAccount,
  type OpeningRefusal,
  setAccountLimits,
  setAccountStatus,
  setAccountTier,
  setTimeZone,
} from './account.store';
import { accountActions, ofAccount } from './account-actions';
import { type OwnLimits, ownLimitsText } from './limits';
import { setLowBalance } from './low-balance.store';
import type { AccountStatus } from './mode';
import { fundTestWallet, resetTestAccount, type TestFunding, type TestReset } from './twin.store';

export type AccountOpening = { kind: 'opened'; account: AccountSummary } | OpeningRefusal;

export const openAccount = (db: Db, by: By, given: { name: string; tier: string }): Promise<AccountOpening> =>
  withAuditLog<AccountOpening>(db, by, async (tx) => {
    const outcome = await createAccount(tx, given, guardActorOf(by.actor));
    if (outcome.kind !== 'created') return unchanged(outcome);
    const { kind: _, ...account } = outcome;
    return { result: { kind: 'opened', account }, action: accountActions.opened(account) };
  });

/** `account`: as it is now. */
export type AccountChange<Why extends RefusalCode = never> =
  | { kind: 'changed'; account: AccountSummary }
  | Refused<'no_such_account' | Why>;

/** Suspends an account, or lets it buy again. Its keys stop working within a second; open purchases still finish. */
export const changeStatus = (db: Db, by: By, id: string, status: AccountStatus): Promise<AccountChange> =>
  changeAccount(db, by, id, async (tx, was) => {
    await setAccountStatus(tx, id, status);
    return changed(status === 'suspended' ? 'account.suspend' : 'account.resume', was, { status });
  });

type TierChange = AccountChange<'no_such_tier' | 'cap_exceeded'>;

/** Changes the tier. The account's next purchase has the prices and discounts of the new tier. */
export const changeTier = (db: Db, by: By, id: string, tier: string): Promise<TierChange> =>
  changeAccount<TierChange>(
    db,
    by,
    id,
    async (tx, was) => {
      const outcome = await setAccountTier(tx, id, tier, guardActorOf(by.actor));
      return outcome.kind === 'set' ? changed('account.tier', was, { tier }) : unchanged(outcome);
    },
    { fresh: true },
  );

/** Sets how many requests the account may make in a minute; those that `change` does not name stay. */
export const changeLimits = (db: Db, by: By, id: string, change: Partial<OwnLimits>): Promise<AccountChange> =>
  changeAccount(db, by, id, async (tx, was) => {
    const limits = { ...was.limits, ...change };
    await setAccountLimits(tx, id, limits);
    return changed('account.limits', was, { limits });
  });

/** Sets the balance below which the owners of the account are mailed, in kobo; null: none. */
export const changeLowBalance = (db: Db, by: By, id: string, lowBalanceKobo: bigint | null): Promise<AccountChange> =>
  changeAccount(db, by, id, async (tx, was) => {
    await setLowBalance(tx, id, lowBalanceKobo);
    return changed('account.low_balance', was, { lowBalanceKobo });
  });

/** Sets the time zone in which the users of the account read times, as `parseTimeZone` has read it. */
export const changeTimeZone = (db: Db, by: By, id: string, timeZone: string): Promise<AccountChange> =>
  changeAccount(db, by, id, async (tx, was) => {
    await setTimeZone(tx, id, timeZone);
    return changed('account.time_zone', was, { timeZone });
  });

export const changeFactorRequired = (db: Db, by: By, id: string, required: boolean): Promise<AccountChange> =>
  changeAccount(
    db,
    by,
    id,
    async (tx, was) => {
      const isNew = await setFactorRequired(tx, id, required);
      const action = isNew ? accountActions.factorRequired(was, required) : null;
      return { result: { kind: 'changed', account: was }, action };
    },
    { fresh: true },
  );

/** Changes the account as it is once it is locked. */
function changeAccount<T extends { kind: string }>(
  db: Db,
  by: By,
  id: string,
  work: (tx: DbOrTransaction, was: AccountSummary) => Promise<Recorded<T>>,
  options: WriteOptions = {},
): Promise<T | Refused<'no_such_account'>> {
  return withAuditLog<T | Refused<'no_such_account'>>(
    db,
    by,
    async (tx) => {
      const was = await lockAccount(tx, id);
      return was === null ? unchanged({ kind: 'no_such_account', account: id }) : work(tx, was);
    },
    options,
  );
}

/** The account with this change, recorded as `action`. */
function changed(action: string, was: AccountSummary, change: Partial<AccountSummary>) {
  const account = { ...was, ...change };
  const recorded = moved({ action, ...ofAccount(was) }, facts(was), facts(account));
  return { result: { kind: 'changed', account } as const, action: recorded };
}

/** The fields that a change of an account can touch, under the names of the audit log. */
const facts = ({ status, tier, limits, lowBalanceKobo, timeZone }: AccountSummary): Facts => ({
  status,
  tier,
  limits: ownLimitsText(limits) || 'none',
  threshold: lowBalanceKobo === null ? 'none' : formatNaira(lowBalanceKobo),
  time_zone: timeZone,
});

/** Adds test money to a test account, for a user of it. */
export const addTestMoney = (db: Db, by: By, accountId: string, amountKobo: bigint): Promise<TestFunding> =>
  withAuditLog(db, by, async (tx) => {
    const result = await fundTestWallet(tx, accountId, amountKobo);
    return { result, action: result.kind === 'funded' ? accountActions.testFunded(accountId, amountKobo) : null };
  });

/** Opens a fresh test account in place of one, for a user of it. */
export const resetTestMoney = (db: Db, by: By, accountId: string): Promise<TestReset> =>
  withAuditLog(db, by, async (tx) => {
    const result = await resetTestAccount(tx, accountId);
    return { result, action: result.kind === 'reset' ? accountActions.testReset(result.accountId) : null };
  });
