import { Text } from '@mantine/core';
import { EmptyState } from '../../ui/page/empty-state';
import { Panel } from '../../ui/page/panel';
import { DataTable } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';

type Bounds = { name: string; min: string; max: string };

/** Products sold at face value, with the least and the greatest amount of each. */
export function BoundsPanel({ title, of, rows }: { title: string; of: string; rows: Bounds[] }) {
  return (
    <Panel title={title} flush>
      <Text size="sm" c="dimmed" px="md" pb="sm">
        Sold at face value: you pay what the customer gets.
      </Text>
      {rows.length === 0 ? (
        <EmptyState title="Not available right now" />
      ) : (
        <DataTable
          caption={`${title}: minimum and maximum of one purchase`}
          idOf={({ name }) => name}
          rows={rows}
          columns={[
            { header: of, names: true, cell: ({ name }) => name },
            { header: 'Minimum', end: true, cell: ({ min }) => <Money amount={min} /> },
            { header: 'Maximum', end: true, cell: ({ max }) => <Money amount={max} /> },
          ]}
        />
      )}
    </Panel>
  );
}
