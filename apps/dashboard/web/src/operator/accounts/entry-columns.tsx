import type { AccountDetail, LedgerRow } from '@topup/dashboard-contract';
import { Adjustment } from '../../account/wallet/adjustment';
import { fieldLabel } from '../../format/field-label';
import type { Column } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { When } from '../../ui/text/when';
import { AdjustWallet } from './adjust-wallet';

/** Columns of an account's ledger for operators: a purchase links to its page, and each entry can be corrected. */
export const entryColumns = (account: AccountDetail): Column<LedgerRow>[] => [
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
        <TextLink
          to="/operator/purchases/$reference"
          params={{ reference: purchaseReference }}
          search={{ account: account.id }}
        >
          {purchaseReference}
        </TextLink>
      ),
  },
  { header: 'Amount', phone: 'end', cell: ({ amount }) => <Money amount={amount} signed />, end: true },
  { header: 'Balance after', cell: ({ balanceAfter }) => <Money amount={balanceAfter} />, end: true },
  { header: 'Time', phone: 'plain', cell: ({ createdAt }) => <When at={createdAt} /> },
  { header: '', cell: (entry) => <AdjustWallet account={account} entry={entry} />, end: true },
];
