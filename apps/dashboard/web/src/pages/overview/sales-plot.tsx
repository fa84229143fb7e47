import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { Overview, Range } from '../../../../src/contract';
import { countText } from '../../format/numbers';
import { KINDS, type Kind, pointName } from './sales-kinds';

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 });
const naira = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2 });

type Props = { points: Overview['points']; kind: Kind; range: Range; height: number };

/** Stacked bars. The words for it stand around it: whoever cannot see it is told its sums, and has the table. */
export function SalesPlot({ points, kind, range, height }: Props) {
  const { series } = KINDS[kind];
  const data = points.map((point) => ({
    at: pointName(point, range),
    ...Object.fromEntries(series.map(({ name, value }) => [name, value(point)])),
  }));
  return (
    <BarChart
      h={height}
      data={data}
      dataKey="at"
      type="stacked"
      series={series.map(({ name, color }) => ({ name, color }))}
      withLegend
      legendProps={{ verticalAlign: 'bottom' }}
      valueFormatter={(value) => (kind === 'product' ? `₦${naira.format(value)}` : countText(value))}
      yAxisProps={{
        width: 52,
        tickFormatter: (value: number) => `${kind === 'product' ? '₦' : ''}${compact.format(value)}`,
        allowDecimals: false,
      }}
      xAxisProps={{ minTickGap: 16 }}
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false }}
      gridAxis="x"
      tickLine="none"
    />
  );
}
