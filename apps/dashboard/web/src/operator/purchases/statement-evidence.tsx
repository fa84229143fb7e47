import { useQuery } from '@tanstack/react-query';
import type { StatementEvidence } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';
import { providerName } from '../../ui/text/names';
import { When } from '../../ui/text/when';

type Row = StatementEvidence[number];

/** What the statements of providers say of a purchase, for whoever decides on it. */
export function StatementEvidencePanel({ purchaseId }: { purchaseId: string }) {
  const evidence = useQuery(thingQuery<StatementEvidence>(`/api/operator/reconciliation/evidence/${purchaseId}`));
  return (
    <Panel title="Provider statements" flush>
      <Loaded query={evidence}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No matching statement rows">
              A missing row does not prove that the purchase failed.
            </EmptyState>
          ) : (
            <DataTable
              caption="Statement rows for this purchase"
              columns={columns}
              rows={rows}
              idOf={({ row }) => row}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

const columns: Column<Row>[] = [
  {
    header: 'Row',
    cell: ({ row, suggested }) => `${row}${suggested ? ' (possible match by amount and time)' : ''}`,
    names: true,
  },
  { header: 'Time', phone: 'plain', cell: ({ at }) => <When at={at} /> },
  {
    header: 'Provider',
    phone: 'plain',
    cell: ({ provider, attempt }) => `${providerName(provider)}, attempt ${attempt}`,
  },
  {
    header: 'Charged',
    phone: 'end',
    cell: ({ direction, amount }) => <Money amount={direction === 'debit' ? amount : `-${amount}`} />,
    end: true,
  },
];
