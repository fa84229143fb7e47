import { Box, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import type { Margins } from '@topup/dashboard-contract';
import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from 'chart.js';
import { Chart as Plot } from 'react-chartjs-2';
import { plotOptions } from '../../account/overview/plot-options';
import { formatNaira } from '../../format/naira';
import { counted } from '../../format/numbers';
import { PLOT_HEIGHT, shadeOf } from '../../ui/plot/plot-frame';
import { shortDay } from './margin-groups';

// Only what is registered here is loaded by browsers.
Chart.register(BarController, BarElement, CategoryScale, LinearScale, Legend, Tooltip);

type Props = { points: Margins['points']; total: Margins['total'] };

/** One bar for each day, down for a loss. Screen readers get the sum; the table by day has every value. */
export function MarginPlot({ points, total }: Props) {
  const theme = useMantineTheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const light = scheme === 'light';
  const bars = (label: string, isShown: (margin: number) => boolean, shade: readonly [string, number]) => ({
    label,
    data: points.map(({ margin }) => (isShown(Number(margin)) ? Number(margin) : null)),
    backgroundColor: shadeOf(theme.colors, shade),
    maxBarThickness: 36,
  });
  return (
    <Box pos="relative" h={PLOT_HEIGHT} miw={0} style={{ touchAction: 'pan-y' }}>
      <Plot
        type="bar"
        data={{
          labels: points.map(({ key }) => shortDay(key)),
          datasets: [
            bars('Margin', (margin) => margin >= 0, ['teal', light ? 7 : 5]),
            bars('Loss', (margin) => margin < 0, ['red', light ? 9 : 5]),
          ],
        }}
        options={plotOptions('product', theme, scheme)}
        role="img"
        aria-label={`Margin of ${counted(points.length, 'day')}: ${formatNaira(total.margin)}. The table has all values.`}
      />
    </Box>
  );
}
