import type { LedgerRow } from '@topup/dashboard-contract';
import type { Column } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { When } from '../../ui/text/when';
import { Adjustment } from './adjustment';
import { ENTRY_KINDS } from './entry-filters';

export const ENTRY_COLUMNS: Column<LedgerRow>[] = [
  { header: 'Reference', names: true, cell: (row) => <EntryReference row={row} /> },
  { header: 'Type', phone: 'plain', cell: ({ kind }) => ENTRY_KINDS[kind] },
  { header: 'Amount', phone: 'end', end: true, cell: ({ amount }) => <Money amount={amount} signed /> },
  { header: 'Balance after', end: true, cell: ({ balanceAfter }) => <Money amount={balanceAfter} /> },
  { header: 'Time', phone: 'plain', cell: ({ createdAt }) => <When at={createdAt} /> },
];

/** An entry of a purchase has the purchase's reference and links to it; an adjustment says why it was made. */
function EntryReference({ row: { reference, purchaseReference, corrects, reason } }: { row: LedgerRow }) {
  if (reason !== null) return <Adjustment reference={reference} corrects={corrects} reason={reason} />;
  if (purchaseReference === null) return reference;
  return (
    <TextLink to="/transactions/$reference" params={{ reference: purchaseReference }}>
      {purchaseReference}
    </TextLink>
  );
}
