import type { By } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Db } from '../shared/db';
import { accountActions } from './account-actions';
import { fundTestWallet, resetTestAccount, type TestFunding, type TestReset } from './twin.store';

/** Adds play money to a test account, for a user of it. */
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
