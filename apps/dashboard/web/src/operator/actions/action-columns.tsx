import { Code, Text } from '@mantine/core';
import type { OperatorAction } from '@topup/dashboard-contract';
import { fieldLabel } from '../../format/field-label';
import type { Column } from '../../ui/table/data-table';
import { When } from '../../ui/text/when';

/** Columns of the audit log. */
export const actionColumns: Column<OperatorAction>[] = [
  { header: 'Action', cell: ({ action }) => <Code style={{ whiteSpace: 'nowrap' }}>{action}</Code>, names: true },
  { header: 'On', cell: ({ subject }) => subject },
  { header: 'By', cell: ({ by }) => by },
  { header: 'When', cell: ({ at }) => <When at={at} /> },
  { header: 'Note and details', cell: (row) => <Details row={row} /> },
];

function Details({ row: { note, details } }: { row: OperatorAction }) {
  const facts = Object.entries(details);
  if (note === null && facts.length === 0) return '–';
  return (
    <>
      {note !== null && <Text inherit>{note}</Text>}
      {facts.length > 0 && (
        <Text inherit c="dimmed" size="xs">
          {facts.map(([name, value]) => `${fieldLabel(name)}: ${value}`).join(' · ')}
        </Text>
      )}
    </>
  );
}
