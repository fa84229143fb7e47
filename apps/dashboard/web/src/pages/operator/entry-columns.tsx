import type { LedgerRow } from '@topup/dashboard-contract';
import type { Column } from '../../components/data-table';
import { TextLink } from '../../components/links';
import { Money } from '../../components/money';
import { When } from '../../components/when';
import { fieldWords } from '../../format/field-words';

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
