import { Box, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import type { Overview, Range } from '@topup/dashboard-contract';
import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from 'chart.js';
import { Chart as Plot } from 'react-chartjs-2';
import { PLOT_HEIGHT } from '../../ui/plot/plot-frame';
import { plotData, plotOptions } from './plot-options';
import { type Kind, summarise } from './sales-kinds';

// Only what is registered here is loaded by browsers.
Chart.register(BarController, BarElement, CategoryScale, LinearScale, Legend, Tooltip);

type Props = { points: Overview['points']; kind: Kind; range: Range; busy: boolean };

/** Stacked bars. Screen readers get the sums and the table. */
export function SalesPlot({ points, kind, range, busy }: Props) {
  const theme = useMantineTheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return (
    // positioned, and without a width from its content, so that it can become narrower too
    <Box pos="relative" h={PLOT_HEIGHT} miw={0} style={{ touchAction: 'pan-y' }}>
      <Plot
        type="bar"
        data={plotData(points, kind, range, theme, scheme)}
        options={plotOptions(kind, theme, scheme)}
        role="img"
        aria-label={summarise(points, kind)}
        aria-busy={busy}
      />
    </Box>
  );
}
