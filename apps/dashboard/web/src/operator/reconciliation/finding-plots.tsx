import type { Reconciliation } from '@topup/dashboard-contract';
import { VALUES } from '../../account/overview/sales-kinds';
import { formatNaira } from '../../format/naira';
import { counted } from '../../format/numbers';
import { BarPlot, type BarPlotProps } from '../../ui/plot/bar-plot';
import { shadeOf } from '../../ui/plot/plot-frame';
import { shortDay } from '../margin/margin-groups';

type Points = Reconciliation['points'];
type Series = { label: string; data: number[]; shade: readonly [string, number] };

/** The findings of each day, resolved and open. */
export function FindingsPlot({ points }: { points: Points }) {
  const open = points.reduce((sum, point) => sum + point.open, 0);
  return (
    <DayBars
      points={points}
      kind="outcome"
      about={`Findings of the last ${counted(points.length, 'day')}: ${open} open.`}
      series={[
        { label: 'Resolved', data: points.map(({ resolved }) => resolved), shade: ['teal', 7] },
        { label: 'Open', data: points.map((point) => point.open), shade: ['red', 9] },
      ]}
    />
  );
}

/** By how much more was charged than booked on each day; down for less. */
export function DriftPlot({ points }: { points: Points }) {
  const drift = points.map(({ difference }) => Number(difference));
  const total = drift.reduce((sum, naira) => sum + naira, 0);
  return (
    <DayBars
      points={points}
      kind="product"
      about={`Overcharged in the last ${counted(points.length, 'day')}: ${formatNaira(total.toFixed(2))}.`}
      series={[{ label: 'Overcharged', data: drift, shade: ['orange', 8] }]}
    />
  );
}

type Bars = { points: Points; kind: 'outcome' | 'product'; about: string; series: Series[] };

function DayBars({ points, kind, about, series }: Bars) {
  const bars: BarPlotProps['bars'] = ({ colors }, scheme) => ({
    labels: points.map(({ day }) => shortDay(day)),
    datasets: series.map(({ label, data, shade: [color, light] }) => ({
      label,
      data,
      maxBarThickness: 36,
      backgroundColor: shadeOf(colors, [color, scheme === 'light' ? light : 5]),
    })),
  });
  return <BarPlot bars={bars} values={VALUES[kind]} label={`${about} The table has all findings.`} stacked />;
}
