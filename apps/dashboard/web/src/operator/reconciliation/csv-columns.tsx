import { NativeSelect, SimpleGrid, Text } from '@mantine/core';
import type { CsvColumn, CsvColumns, FilePreview } from '@topup/dashboard-contract';
import { counted } from '../../format/numbers';
import { type Column, DataTable } from '../../ui/table/data-table';

const LABELS: Record<CsvColumn, string> = {
  at: 'Time',
  amount: 'Amount',
  direction: 'Debit or credit',
  debit: 'Debit',
  credit: 'Credit',
  id: 'Row ID',
  reference: 'Our reference',
  transaction: 'Provider ID',
  before: 'Balance before',
  after: 'Balance after',
};

type Props = { headings: string[]; columns: CsvColumns; onChange(columns: CsvColumns): void };

/** For each column that is read, the heading under which the file has it. */
export function CsvColumnSelects({ headings, columns, onChange }: Props) {
  const choose = (column: CsvColumn, heading: string) => {
    const { [column]: _before, ...others } = columns;
    onChange(heading === '' ? others : { ...others, [column]: heading });
  };
  return (
    <>
      <Text size="sm">
        Choose the column of the file for each field. The amount is in one column, with a sign or with a “debit or
        credit” column, or in two columns, debit and credit.
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        {(Object.keys(LABELS) as CsvColumn[]).map((column) => (
          <NativeSelect
            key={column}
            label={LABELS[column]}
            data={[{ value: '', label: 'None' }, ...headings.map((heading) => ({ value: heading, label: heading }))]}
            value={columns[column] ?? ''}
            onChange={({ currentTarget }) => choose(column, currentTarget.value)}
          />
        ))}
      </SimpleGrid>
    </>
  );
}

type Line = { n: number; cells: string[] };

/** The rows at the beginning of a file, as they stand there. */
export function FirstRows({ preview: { headings, first, rows } }: { preview: FilePreview }) {
  const columns: Column<Line>[] = headings.map((header, n) => ({
    header,
    cell: ({ cells }) => cells[n] ?? '',
    names: n === 0,
  }));
  return (
    <>
      <DataTable
        caption="First rows of the file"
        columns={columns}
        rows={first.map((cells, n) => ({ n, cells }))}
        idOf={({ n }) => n}
      />
      <Text size="sm" c="dimmed">
        {first.length < rows ? `First ${first.length} of ${counted(rows, 'row')}` : counted(rows, 'row')}
      </Text>
    </>
  );
}
