import type { Margins } from '@topup/dashboard-contract';
import { VALUES } from '../../account/overview/sales-kinds';
import { formatNaira } from '../../format/naira';
import { counted } from '../../format/numbers';
import { BarPlot, type BarPlotProps } from '../../ui/plot/bar-plot';
import { shadeOf } from '../../ui/plot/plot-frame';
import { shortDay } from './margin-groups';

type Props = { points: Margins['points']; total: Margins['total'] };

/** One bar for each day, down for a loss. Screen readers get the sum; the table by day has every value. */
export function MarginPlot({ points, total }: Props) {
  const bars: BarPlotProps['bars'] = ({ colors }, scheme) => {
    const light = scheme === 'light';
    const of = (label: string, isShown: (margin: number) => boolean, shade: readonly [string, number]) => ({
      label,
      data: points.map(({ margin }) => (isShown(Number(margin)) ? Number(margin) : null)),
      backgroundColor: shadeOf(colors, shade),
      maxBarThickness: 36,
    });
    return {
      labels: points.map(({ key }) => shortDay(key)),
      datasets: [
        of('Margin', (margin) => margin >= 0, ['teal', light ? 7 : 5]),
        of('Loss', (margin) => margin < 0, ['red', light ? 9 : 5]),
      ],
    };
  };
  const label = `Margin of ${counted(points.length, 'day')}: ${formatNaira(total.margin)}. The table has all values.`;
  return <BarPlot bars={bars} values={VALUES.product} label={label} stacked />;
}
