import { Box, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import type { EndpointRates, RequestRates } from '@topup/dashboard-contract';
import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from 'chart.js';
import { Chart as Plot } from 'react-chartjs-2';
import { PLOT_HEIGHT, plotFrame } from '../../ui/plot/plot-frame';
import { barsOf, MEASURES, type Measure, summarise } from './rates';

// Only what is registered here is loaded by browsers. Lines would make every page with a plot 5 kB larger.
Chart.register(BarController, BarElement, CategoryScale, LinearScale, Legend, Tooltip);

type Props = { rates: RequestRates; shown: EndpointRates; measure: Measure; busy: boolean };

/** The bars of one endpoint. Screen readers get the values of the whole range; the table has every endpoint. */
export function RatesPlot({ rates, shown, measure, busy }: Props) {
  const theme = useMantineTheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return (
    <Box pos="relative" h={PLOT_HEIGHT} miw={0} style={{ touchAction: 'pan-y' }}>
      <Plot
        type="bar"
        data={barsOf(rates, shown, measure, theme, scheme)}
        options={plotFrame(MEASURES[measure].values, theme, scheme)}
        role="img"
        aria-label={summarise(shown, measure)}
        aria-busy={busy}
      />
    </Box>
  );
}
