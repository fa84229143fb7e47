import { lockAccount } from '../account/account.store';
import type { By } from '../audit/actor';
import { unchanged } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import { type GuardRefusal, isGuardRefusal, type NewFunding } from '../operator-guard/guarded-action';
import { type AskedApproval, tryGuarded } from '../operator-guard/try-guarded';
import type { Db } from '../shared/db';
import { fundWallet, type WrittenEntry } from './wallet.store';
import { walletActions } from './wallet-actions';

/** `funded_before`: nothing was added, because the same was funded before. The amounts are those of that time. */
type AccountFunding =
  | ({ kind: 'funded' | 'funded_before' } & WrittenEntry)
  | Refused<'no_such_account' | 'reference_used'>;

/**
 * Adds money to an account, once per reference, or asks for the approval that this needs.
 * @param notes `note`: how somebody knows of the payment; `approval`: why, for the operator who decides
 */
export const fundAccount = (
  db: Db,
  by: By,
  funding: NewFunding,
  notes: { note?: string | undefined; approval?: string | undefined } = {},
): Promise<AccountFunding | AskedApproval | GuardRefusal> =>
  tryGuarded<AccountFunding>(db, by, notes.approval, async (tx, actor) => {
    const { accountId, reference } = funding;
    const none = unchanged({ kind: 'no_such_account', account: accountId });
    const account = await lockAccount(tx, accountId);
    if (account === null) return none;
    const outcome = await fundWallet(tx, funding, actor);
    if (isGuardRefusal(outcome)) return { refusal: outcome, guarded: { kind: 'fund', ...funding } };
    switch (outcome.kind) {
      case 'funded':
        return { result: outcome, action: walletActions.funded(account, outcome, { reference, note: notes.note }) };
      case 'funded_before':
        return unchanged(outcome);
      case 'reference_used':
        return unchanged({ ...outcome.earlier, kind: outcome.kind });
      case 'no_such_account':
        return none;
    }
  });
