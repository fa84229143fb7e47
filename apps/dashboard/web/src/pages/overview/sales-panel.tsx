import { Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Overview, Range } from '../../../../src/contract';
import { EmptyState } from '../../components/empty-state';
import { Panel } from '../../components/panel';
import { KINDS, type Kind, summarise } from './sales-kinds';
import { SalesPlot } from './sales-plot';
import { SalesTable } from './sales-table';

type Form = 'plot' | 'table';

type Props = {
  points: Overview['points'];
  /** The range of the points, which lags behind the one asked for while that is on its way. */
  shown: Range;
  range: Range;
  /** Without it there is but one range. */
  onRange?(range: Range): void;
};

export function SalesPanel({ points, shown, range, onRange }: Props) {
  const [kind, setKind] = useState<Kind>('product');
  const [form, setForm] = useState<Form>('plot');
  const { title } = KINDS[kind];
  return (
    <Panel
      title={title}
      actions={
        <Group gap="xs">
          <Choice<Kind>
            label="What is counted"
            value={kind}
            onChange={setKind}
            choices={{ product: 'By product', outcome: 'By outcome' }}
          />
          {onRange !== undefined && (
            <Choice<Range> label="Range" value={range} onChange={onRange} choices={{ '24h': '24 h', '7d': '7 days', '30d': '30 days' }} />
          )}
          <Choice<Form> label="Shown as" value={form} onChange={setForm} choices={{ plot: 'Plot', table: 'Table' }} />
        </Group>
      }
    >
      {points.length === 0 ? (
        <EmptyState title="Nothing sold yet">Sales over time show here from the first purchase on.</EmptyState>
      ) : form === 'table' ? (
        <SalesTable points={points} kind={kind} range={shown} />
      ) : (
        <div role="img" aria-label={summarise(points, kind)} aria-busy={shown !== range}>
          <SalesPlot points={points} kind={kind} range={shown} />
        </div>
      )}
    </Panel>
  );
}

type ChoiceProps<Value extends string> = { label: string; value: Value; onChange(value: Value): void; choices: Record<Value, string> };

function Choice<Value extends string>({ label, value, onChange, choices }: ChoiceProps<Value>) {
  const data = (Object.keys(choices) as Value[]).map((choice) => ({ value: choice, label: choices[choice] }));
  return <SegmentedControl size="xs" aria-label={label} value={value} onChange={(chosen) => onChange(chosen as Value)} data={data} />;
}
