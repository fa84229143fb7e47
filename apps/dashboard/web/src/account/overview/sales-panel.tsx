import { Group } from '@mantine/core';
import type { Overview, Range } from '@topup/dashboard-contract';
import { useState } from 'react';
import { Choice } from '../../ui/form/choice';
import { Panel } from '../../ui/page/panel';
import { LateBarPlot } from '../../ui/plot/late-bar-plot';
import { type Form, FormChoice } from '../../ui/plot/plot-choices';
import { plotData, VALUES } from './plot-options';
import { KINDS, type Kind, summarise } from './sales-kinds';
import { SalesTable } from './sales-table';

type Props = {
  points: Overview['points'];
  /** The range of the points. */
  range: Range;
  /** Another one was chosen, and is being read. */
  busy: boolean;
};

export function SalesPanel({ points, range, busy }: Props) {
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
