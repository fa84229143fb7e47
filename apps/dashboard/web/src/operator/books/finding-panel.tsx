import { Stack, Text } from '@mantine/core';
import type { Verification } from '@topup/dashboard-contract';
import { fieldLabel } from '../../format/field-label';
import { counted } from '../../format/numbers';
import { withTimes } from '../../format/time';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';

type Finding = Verification['findings'][number];
type Row = { place: number; cells: Record<string, unknown> };

/** A broken rule of the books, and its cases. The columns are those of the rule's query. */
export function FindingPanel({ finding: { id, title, count, rows } }: { finding: Finding }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns: Column<Row>[] = names.map((name, place) => ({
    header: fieldLabel(name),
    cell: ({ cells }) => formatCell(cells[name]),
    names: place === 0,
  }));
  return (
    <Panel title={`Broken rule: ${title}`} flush>
      <Stack gap={0}>
        <Text size="sm" c="dimmed" px="md" pb="sm">
          {id}: {counted(count, 'case')}
          {rows.length < count && `, ${rows.length} shown`}
        </Text>
        {rows.length > 0 && (
          <DataTable
            caption={`Cases: ${title}`}
            columns={columns}
            rows={rows.map((cells, place) => ({ place, cells }))}
            idOf={({ place }) => place}
          />
        )}
      </Stack>
    </Panel>
  );
}

const formatCell = (value: unknown): string =>
  value === null || value === undefined
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : withTimes(String(value));
