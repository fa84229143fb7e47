import { Box, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartData,
  Legend,
  LinearScale,
  Tooltip,
} from 'chart.js';
import { Chart as Plot } from 'react-chartjs-2';
import { type Look, PLOT_HEIGHT, plotFrame, type Scheme, type Values } from './plot-frame';

// Only what is registered here is loaded by browsers. Lines would make every page with a plot 5 kB larger.
Chart.register(BarController, BarElement, CategoryScale, LinearScale, Legend, Tooltip);

export type BarPlotProps = {
  bars(look: Look, scheme: Scheme): ChartData<'bar', (number | null)[], string>;
  values: Values;
  /** The bars of a point stand on one another. */
  stacked?: boolean;
  /** The text for screen readers. The page has the values in a table, too. */
  label: string;
  busy?: boolean;
};

/** Bars: each point of time has one, or several on one another. */
export function BarPlot({ bars, values, stacked = false, label, busy = false }: BarPlotProps) {
  const theme = useMantineTheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const data = bars(theme, scheme);
  const most = Math.max(0, ...data.datasets.flatMap((series) => series.data.map((value) => value ?? 0)));
  const frame = plotFrame(values, theme, scheme, most);
  const { x, y } = frame.scales;
  return (
    // positioned, and without a width from its content, so that it can become narrower too
    <Box pos="relative" h={PLOT_HEIGHT} miw={0} style={{ touchAction: 'pan-y' }}>
      <Plot
        type="bar"
        data={data}
        options={{ ...frame, scales: { x: { ...x, stacked }, y: { ...y, stacked } } }}
        role="img"
        aria-label={label}
        aria-busy={busy}
      />
    </Box>
  );
}
