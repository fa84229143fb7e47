import { ScrollArea } from '@mantine/core';
import type { Overview, Range } from '@topup/dashboard-contract';
import { formatCount } from '../../format/numbers';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';
import { KINDS, type Kind, pointName } from './sales-kinds';

type Point = Overview['points'][number];
type Props = { points: Point[]; kind: Kind; range: Range };

/** The values of the plot, newest first. */
export function SalesTable({ points, kind, range }: Props) {
  const { title, series } = KINDS[kind];
  const columns: Column<Point>[] = [
    { header: range === '24h' ? 'Hour' : 'Day', names: true, cell: (point) => pointName(point, range) },
    ...series.map(({ name, value }) => ({
      header: name,
      end: true,
      cell: (point: Point) =>
        kind === 'product' ? <Money amount={value(point).toFixed(2)} /> : formatCount(value(point)),
    })),
  ];
  return (
    <ScrollArea.Autosize mah={360} type="auto">
      <DataTable
        caption={`${title}, newest first`}
        columns={columns}
        rows={points.toReversed()}
        idOf={({ at }) => at}
      />
    </ScrollArea.Autosize>
  );
}
