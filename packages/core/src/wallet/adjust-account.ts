import { lockAccount } from '../account/account.store';
import type { By } from '../audit/actor';
import { unchanged } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import { type GuardRefusal, isGuardRefusal, type NewAdjustment } from '../operator-guard/guarded-action';
import { type AskedApproval, tryGuarded } from '../operator-guard/try-guarded';
import type { Db } from '../shared/db';
import { adjustWallet, type WrittenEntry } from './wallet.store';
import { walletActions } from './wallet-actions';

/** `adjusted_before`: nothing was changed, because the same was adjusted before. The amounts are those of that time. */
type AccountAdjustment =
  | ({ kind: 'adjusted' | 'adjusted_before' } & WrittenEntry)
  | Refused<'no_such_account' | 'no_such_entry' | 'below_zero' | 'adjustment_used'>;

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
    const { accountId, reference } = adjustment;
    const none = unchanged({ kind: 'no_such_account', account: accountId });
    const account = await lockAccount(tx, accountId);
    if (account === null) return none;
    const outcome = await adjustWallet(tx, adjustment, actor);
    if (isGuardRefusal(outcome)) return { refusal: outcome, guarded: { kind: 'adjust', ...adjustment } };
    switch (outcome.kind) {
      case 'adjusted':
        return { result: outcome, action: walletActions.adjusted(account, outcome, adjustment) };
      case 'adjusted_before':
        return unchanged(
          outcome.amountKobo === adjustment.amountKobo ? outcome : { ...outcome, kind: 'adjustment_used', reference },
        );
      case 'no_such_entry':
        return unchanged({ kind: outcome.kind, entryId: adjustment.entryId ?? 0n });
      case 'below_zero':
        return unchanged(outcome);
      case 'no_such_account':
        return none;
    }
  });
