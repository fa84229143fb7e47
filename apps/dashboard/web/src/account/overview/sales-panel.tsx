import { Group, Skeleton } from '@mantine/core';
import type { Overview, Range } from '@topup/dashboard-contract';
import { lazy, Suspense, useState } from 'react';
import { Choice } from '../../ui/form/choice';
import { EmptyState } from '../../ui/page/empty-state';
import { Panel } from '../../ui/page/panel';
import { type Form, FormChoice, RangeChoice } from '../../ui/plot/plot-choices';
import { PLOT_HEIGHT } from '../../ui/plot/plot-frame';
import { KINDS, type Kind } from './sales-kinds';
import { SalesTable } from './sales-table';

// The plot library is a fifth of the page: the values do not wait for it, and an account without sales never loads it.
const SalesPlot = lazy(async () => ({ default: (await import('./sales-plot')).SalesPlot }));

type Props = {
  points: Overview['points'];
  /** The range of the points. It differs from the chosen range until that has been read. */
  shown: Range;
  range: Range;
  onRange(range: Range): void;
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
            label="Group by"
            value={kind}
            onChange={setKind}
            choices={{ product: 'By product', outcome: 'By status' }}
          />
          <RangeChoice value={range} onChange={onRange} />
          <FormChoice value={form} onChange={setForm} />
        </Group>
      }
    >
      {points.length === 0 ? (
        <EmptyState title="No sales yet">Your sales appear here after your first purchase.</EmptyState>
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
