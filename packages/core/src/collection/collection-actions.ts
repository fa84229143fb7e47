import { ofAccount } from '../account/account-actions';
import { type Facts, moved, type NewAction } from '../audit/action.store';
import { formatNaira } from '../shared/money';
import type { WrittenEntry } from '../wallet/wallet.store';
import { walletActions } from '../wallet/wallet-actions';
import type { CollectionState } from './records';

type Account = { id: string; name: string };

/** What the collector may do without a person. */
export type CollectionRule = { state: CollectionState; capKobo: bigint };

const ruleFacts = ({ state, capKobo }: CollectionRule): Facts => ({
  collections: state,
  collector_cap: formatNaira(capKobo),
});

export const collectionActions = {
  /** The same as of any funding. */
  credited: (account: Account, entry: WrittenEntry, reference: string): NewAction =>
    walletActions.funded(account, entry, { reference }),
  /** The BVN or NIN is in no entry. */
  accountAsked: (account: Account, collector: string): NewAction => ({
    action: 'funding_account.open',
    ...ofAccount(account),
    after: { collector },
  }),
  bankFile: (file: { rows: number; added: number; matched: number; digest: string }): NewAction => ({
    action: 'collections.bank_file',
    subject: 'a file of our bank',
    after: file,
  }),
  dismissed: (transfer: { id: bigint; reference: string; amountKobo: bigint }, note: string): NewAction => ({
    action: 'collections.dismiss',
    subject: transfer.reference,
    subjectId: `${transfer.id}`,
    note,
    before: { amount: formatNaira(transfer.amountKobo) },
  }),
  ruleChanged: (
    before: CollectionRule,
    after: CollectionRule,
    { approval, note }: { approval?: string; note?: string | undefined },
  ): NewAction | null =>
    moved(
      {
        action: 'collections.change',
        subject: 'what the collector may add to wallets',
        ...(note !== undefined && { note }),
        ...(approval !== undefined && { details: { approval } }),
      },
      ruleFacts(before),
      ruleFacts(after),
    ),
};
