import type { LedgerRow } from '@topup/dashboard-contract';
import { fieldWords } from '../../format/field-label';
import type { Column } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { When } from '../../ui/text/when';

/** Of the ledger, for operators: a purchase leads to its operators' page. */
export const entryColumns: Column<LedgerRow>[] = [
  { header: 'Entry', cell: ({ kind }) => fieldWords(kind), names: true },
  {
    header: 'Reference',
    cell: ({ reference, purchaseReference }) =>
      purchaseReference === null ? (
        reference
      ) : (
        <TextLink to="/operator/purchases/$reference" params={{ reference: purchaseReference }}>
          {purchaseReference}
        </TextLink>
      ),
  },
  { header: 'Amount', cell: ({ amount }) => <Money amount={amount} signed />, end: true },
  { header: 'Balance after', cell: ({ balanceAfter }) => <Money amount={balanceAfter} />, end: true },
  { header: 'When', cell: ({ createdAt }) => <When at={createdAt} /> },
];
