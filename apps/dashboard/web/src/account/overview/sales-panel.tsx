import { Group, ScrollArea } from '@mantine/core';
import type { Overview } from '@topup/dashboard-contract';
import { useState } from 'react';
import { formatCount } from '../../format/numbers';
import { Choice, type Form, FormChoice } from '../../ui/form/choice';
import { Panel } from '../../ui/page/page';
import { LateBarPlot } from '../../ui/plot/late-bar-plot';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Money } from '../../ui/text/values';
import { KINDS, type Kind, plotData, pointName, summarise, VALUES } from './sales-kinds';

type Point = Overview['points'][number];
type Points = Pick<Overview, 'points' | 'range'>;

/** `busy`: another range was chosen, and is being read. */
export function SalesPanel({ points, range, busy }: Points & { busy: boolean }) {
  const [kind, setKind] = useState<Kind>('product');
  const [form, setForm] = useState<Form>('plot');
  const { title } = KINDS[kind];
  return (
    <Panel
      title={title}
      actions={
        <Group gap="xs">
          <Choice<Kind>
            label="Group by"
            value={kind}
            onChange={setKind}
            choices={{ product: 'By product', outcome: 'By status' }}
          />
          <FormChoice value={form} onChange={setForm} />
        </Group>
      }
    >
      {form === 'table' ? (
        <SalesTable points={points} kind={kind} range={range} />
      ) : (
        <LateBarPlot
          key={kind}
          bars={(look, scheme) => plotData(points, kind, range, look, scheme)}
          values={VALUES[kind]}
          label={summarise(points, kind)}
          stacked
          busy={busy}
        />
      )}
    </Panel>
  );
}

function SalesTable({ points, kind, range }: Points & { kind: Kind }) {
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
