import { IconArrowsExchange } from '@tabler/icons-react';
import type { AccountDetail, LedgerRow } from '@topup/dashboard-contract';
import { Adjustment, ENTRY_KINDS } from '../../account/wallet/entries';
import { fieldLabel } from '../../format/field-label';
import { EmptyState } from '../../ui/page/empty-state';
import type { Column } from '../../ui/table/data-table';
import { ListPanel } from '../../ui/table/table-panel';
import { ButtonLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { When } from '../../ui/text/when';
import { PurchaseLink } from '../links';
import { AdjustWallet } from './adjust-wallet';

/** The ledger of an account. */
export const AccountEntries = ({ account }: { account: AccountDetail }) => (
  <ListPanel
    title="Ledger entries, newest first"
    caption="Ledger entries of the account, newest first"
    path={`/api/operator/accounts/${account.id}/entries`}
    filters={[{ name: 'kind', label: 'Type', choices: ENTRY_KINDS }, 'days']}
    actions={
      <ButtonLink to="/operator/purchases" search={{ account: account.id }} variant="default" size="xs">
        View purchases
      </ButtonLink>
    }
    columns={columnsOf(account)}
    idOf={({ id }) => id}
    empty={(filtered) => (
      <EmptyState title={filtered ? 'No matching entries' : 'No entries yet'} icon={IconArrowsExchange}>
        {filtered ? 'Remove a filter to see more.' : 'Fund the wallet when the client’s payment arrives.'}
      </EmptyState>
    )}
  />
);

/** A purchase links to its page, and each entry can be corrected. */
const columnsOf = (account: AccountDetail): Column<LedgerRow>[] => [
  { header: 'Type', cell: ({ kind }) => fieldLabel(kind), names: true },
  {
    header: 'Reference',
    phone: 'plain',
    cell: ({ reference, purchaseReference, corrects, reason }) =>
      reason !== null ? (
        <Adjustment reference={reference} corrects={corrects} reason={reason} />
      ) : purchaseReference === null ? (
        reference
      ) : (
        <PurchaseLink reference={purchaseReference} account={account} />
      ),
  },
  { header: 'Amount', phone: 'end', cell: ({ amount }) => <Money amount={amount} signed />, end: true },
  { header: 'Balance after', cell: ({ balanceAfter }) => <Money amount={balanceAfter} />, end: true },
  { header: 'Time', phone: 'plain', cell: ({ createdAt }) => <When at={createdAt} /> },
  { header: '', cell: (entry) => <AdjustWallet account={account} entry={entry} />, end: true },
];
