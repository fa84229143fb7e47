import type { OperatorPurchase, PurchaseStatus } from '@topup/dashboard-contract';
import { statusWord } from '../../account/transactions/transaction-filters';
import { type Column, DataTable } from '../../ui/table/data-table';
import { When } from '../../ui/text/when';

type Move = OperatorPurchase['history'][number] & { place: number };

/** Every change of a purchase's status, with its cause. */
export function HistoryTable({ history }: { history: OperatorPurchase['history'] }) {
  const rows = history.map((move, place) => ({ ...move, place }));
  return <DataTable caption="Status changes, oldest first" columns={columns} rows={rows} idOf={({ place }) => place} />;
}

const columns: Column<Move>[] = [
  {
    header: 'Status',
    cell: ({ from, to }) => (from === null ? words(to) : `${words(from)} → ${words(to)}`),
    names: true,
  },
  { header: 'Cause', phone: 'plain', cell: ({ cause }) => cause },
  { header: 'Time', phone: 'plain', cell: ({ at }) => <When at={at} /> },
];

const words = (state: string): string => statusWord(state as PurchaseStatus);
