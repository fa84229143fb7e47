import { lockAccount } from '../account/account.store';
import type { By } from '../audit/actor';
import { unchanged } from '../audit/with-audit-log';
import type { NewAdjustment, NewFunding } from '../operator-guard/guarded-action';
import { tried, tryGuarded } from '../operator-guard/try-guarded';
import type { Db } from '../shared/db';
import { type AccountAdjustment, type AccountFunding, adjustWallet, fundWallet } from './wallet.store';
import { walletActions } from './wallet-actions';

/** Adds money, or asks for an approval, with its reason. `note`: how somebody knows of the payment. */
export const fundAccount = (
  db: Db,
  by: By,
  funding: NewFunding,
  { note, approval }: { note?: string | undefined; approval?: string | undefined } = {},
) =>
  tryGuarded<AccountFunding>(db, by, approval, async (tx, actor) => {
    const { accountId, reference } = funding;
    const account = await lockAccount(tx, accountId);
    if (account === null) return unchanged({ kind: 'no_such_account', account: accountId });
    const outcome = await fundWallet(tx, funding, actor);
    return tried<AccountFunding>(outcome, { kind: 'fund', ...funding }, (done) =>
      done.kind === 'funded' ? walletActions.funded(account, done, { reference, note }) : null,
    );
  });

/** Corrects a wallet, or asks for an approval. `approvalNote`: why, for the operator who decides. */
export const adjustAccount = (db: Db, by: By, adjustment: NewAdjustment, approvalNote?: string) =>
  tryGuarded<AccountAdjustment>(db, by, approvalNote, async (tx, actor) => {
    const { accountId } = adjustment;
    const account = await lockAccount(tx, accountId);
    if (account === null) return unchanged({ kind: 'no_such_account', account: accountId });
    const outcome = await adjustWallet(tx, adjustment, actor);
    return tried<AccountAdjustment>(outcome, { kind: 'adjust', ...adjustment }, (done) =>
      done.kind === 'adjusted' ? walletActions.adjusted(account, done, adjustment) : null,
    );
  });
