import { Group, Paper, Text } from '@mantine/core';
import type { Overview, Range } from '../../../../src/contract';
import { nairaText } from '../../format/naira';
import { countText } from '../../format/numbers';
import { KINDS, type Kind, pointName, type Series } from './sales-kinds';
import classes from './sales-plot.module.css';

type Point = Overview['points'][number];

/** What one bar says, beside it on the side that has room. */
export function PlotFigures({
  point,
  kind,
  range,
  left,
  before,
}: {
  point: Point;
  kind: Kind;
  range: Range;
  left: number;
  before: boolean;
}) {
  return (
    <Paper
      withBorder
      shadow="md"
      p="xs"
      className={classes.figures}
      style={before ? { insetInlineStart: left + 12 } : { insetInlineStart: left - 12, transform: 'translateX(-100%)' }}
    >
      <Text size="sm" fw={600}>
        {pointName(point, range)}
      </Text>
      {KINDS[kind].series.map(({ name, color, value }) => (
        <Group key={name} justify="space-between" gap="lg" wrap="nowrap">
          <Text size="xs" className={classes.name}>
            <span className={classes.mark} style={{ background: color }} />
            {name}
          </Text>
          <Text size="xs" className="figures">
            {kind === 'product' ? nairaText(value(point).toFixed(2)) : countText(value(point))}
          </Text>
        </Group>
      ))}
    </Paper>
  );
}

/** Which colour stands for what. */
export function PlotLegend({ series }: { series: Series[] }) {
  return (
    <Group gap="md" justify="center" mt={4}>
      {series.map(({ name, color }) => (
        <Text key={name} size="xs" className={classes.name}>
          <span className={classes.mark} style={{ background: color }} />
          {name}
        </Text>
      ))}
    </Group>
  );
}
