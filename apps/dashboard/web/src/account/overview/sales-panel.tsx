import { Group, SegmentedControl, Skeleton } from '@mantine/core';
import type { Overview, Range } from '@topup/dashboard-contract';
import { lazy, Suspense, useState } from 'react';
import { EmptyState } from '../../ui/page/empty-state';
import { Panel } from '../../ui/page/panel';
import { PLOT_HEIGHT } from './plot-options';
import { KINDS, type Kind } from './sales-kinds';
import { SalesTable } from './sales-table';

// The plot library is a fifth of the page: the values do not wait for it, and an account without sales never loads it.
const SalesPlot = lazy(async () => ({ default: (await import('./sales-plot')).SalesPlot }));

type Form = 'plot' | 'table';

type Props = {
  points: Overview['points'];
  /** The range of the points. It differs from the chosen range until that has been read. */
  shown: Range;
  range: Range;
  /** Absent: there is only one range. */
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
            <Choice<Range>
              label="Range"
              value={range}
              onChange={onRange}
              choices={{ '24h': '24 h', '7d': '7 days', '30d': '30 days' }}
            />
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
        <Suspense fallback={<Skeleton height={PLOT_HEIGHT} />}>
          <SalesPlot key={kind} points={points} kind={kind} range={shown} busy={shown !== range} />
        </Suspense>
      )}
    </Panel>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  onChange(value: Value): void;
  choices: Record<Value, string>;
};

function Choice<Value extends string>({ label, value, onChange, choices }: ChoiceProps<Value>) {
  const data = (Object.keys(choices) as Value[]).map((choice) => ({ value: choice, label: choices[choice] }));
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={value}
      onChange={(chosen) => onChange(chosen as Value)}
      data={data}
    />
  );
}
