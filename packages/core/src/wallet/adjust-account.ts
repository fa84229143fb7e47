import { lockAccount } from '../account/account.store';
import type { By } from '../audit/actor';
import { unchanged } from '../audit/with-audit-log';
import type { GuardRefusal, NewAdjustment } from '../operator-guard/guarded-action';
import { type AskedApproval, tried, tryGuarded } from '../operator-guard/try-guarded';
import type { Db } from '../shared/db';
import { type AccountAdjustment, adjustWallet } from './wallet.store';
import { walletActions } from './wallet-actions';

/**
 * Corrects the wallet of an account, plus or minus, once per reference, or asks for the approval that this needs.
 * @param approvalNote why, for the operator who decides
 */
export const adjustAccount = (
  db: Db,
  by: By,
  adjustment: NewAdjustment,
  approvalNote?: string,
): Promise<AccountAdjustment | AskedApproval | GuardRefusal> =>
  tryGuarded<AccountAdjustment>(db, by, approvalNote, async (tx, actor) => {
    const { accountId } = adjustment;
    const account = await lockAccount(tx, accountId);
    if (account === null) return unchanged({ kind: 'no_such_account', account: accountId });
    const outcome = await adjustWallet(tx, adjustment, actor);
    return tried<AccountAdjustment>(outcome, { kind: 'adjust', ...adjustment }, (done) =>
      done.kind === 'adjusted' ? walletActions.adjusted(account, done, adjustment) : null,
    );
  });
