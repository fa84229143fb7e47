import { Box, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import type { SalesSeries, ServiceSales } from '@topup/dashboard-contract';
import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from 'chart.js';
import { Chart as Plot } from 'react-chartjs-2';
import { PLOT_HEIGHT, plotFrame } from '../../ui/plot/plot-frame';
import { isStacked, MEASURES, type Measure, singleBars, stackedBars, summarise } from './sales-measures';

// Only what is registered here is loaded by browsers.
Chart.register(BarController, BarElement, CategoryScale, LinearScale, Legend, Tooltip);

type Props = { sales: ServiceSales; series: SalesSeries & { name: string }; measure: Measure; busy: boolean };

/** One bar for each point. Screen readers get the figures of the range; the table has those of every point. */
export function SalesPlot({ sales, series, measure, busy }: Props) {
  const theme = useMantineTheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const frame = plotFrame(MEASURES[measure].values, theme, scheme);
  const stacked = isStacked(measure);
  const { x, y } = frame.scales;
  return (
    <Box pos="relative" h={PLOT_HEIGHT} miw={0} style={{ touchAction: 'pan-y' }}>
      <Plot
        type="bar"
        data={stacked ? stackedBars(sales, measure, theme, scheme) : singleBars(sales, series, measure, theme, scheme)}
        options={{ ...frame, scales: { x: { ...x, stacked }, y: { ...y, stacked } } }}
        role="img"
        aria-label={summarise(sales, series, measure)}
        aria-busy={busy}
      />
    </Box>
  );
}
