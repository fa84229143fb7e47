import { SimpleGrid, Text } from '@mantine/core';
import type { CsvColumn, CsvColumns, FilePreview } from '@topup/dashboard-contract';
import { counted } from '../../format/numbers';
import { Inputs } from '../../ui/form/action-form';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Hint } from '../../ui/text/values';

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
  const names = Object.keys(LABELS) as CsvColumn[];
  const choices = [['', 'None'] as const, ...headings.map((heading) => [heading, heading] as const)];
  return (
    <>
      <Text size="sm">
        Choose the column of the file for each field. The amount is in one column, with a sign or with a “debit or
        credit” column, or in two columns, debit and credit.
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        <Inputs
          fields={names.map((name) => ({ name, label: LABELS[name], choices, optional: true }))}
          typed={columns}
          faults={{}}
          onType={(typed) =>
            onChange(Object.fromEntries(Object.entries(typed).filter(([, heading]) => heading !== '')))
          }
        />
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
      <Hint>{first.length < rows ? `First ${first.length} of ${counted(rows, 'row')}` : counted(rows, 'row')}</Hint>
    </>
  );
}

/** A time as the input of a browser shows it: in Lagos, an hour ahead of UTC all year. */
export const toLagosInput = (at: string): string => new Date(Date.parse(at) + 3_600_000).toISOString().slice(0, 19);

export const fromLagosInput = (typed: string): string => (typed === '' ? '' : `${typed}+01:00`);
