import type { LedgerRow } from '@topup/dashboard-contract';
import { fieldLabel } from '../../format/field-label';
import type { Column } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { When } from '../../ui/text/when';

/** Columns of an account's ledger for operators: a purchase links to its page in the console. */
export const entryColumns = (account: string): Column<LedgerRow>[] => [
  { header: 'Entry', cell: ({ kind }) => fieldLabel(kind), names: true },
  {
    header: 'Reference',
    cell: ({ reference, purchaseReference }) =>
      purchaseReference === null ? (
        reference
      ) : (
        <TextLink to="/operator/purchases/$reference" params={{ reference: purchaseReference }} search={{ account }}>
          {purchaseReference}
        </TextLink>
      ),
  },
  { header: 'Amount', cell: ({ amount }) => <Money amount={amount} signed />, end: true },
  { header: 'Balance after', cell: ({ balanceAfter }) => <Money amount={balanceAfter} />, end: true },
  { header: 'When', cell: ({ createdAt }) => <When at={createdAt} /> },
];
