import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { WhenSeen } from '../page/page';
import type { BarPlotProps } from './bar-plot';
import { PLOT_HEIGHT } from './plot-frame';

// The plot library is a fifth of a page: the values do not wait for it, and a page without values never loads it.
const BarPlot = lazy(async () => ({ default: (await import('./bar-plot')).BarPlot }));

/** A `BarPlot` that is loaded when somebody has scrolled near it: on a phone that is below the first screen. */
export const LateBarPlot = (plot: BarPlotProps) => (
  <WhenSeen height={PLOT_HEIGHT}>
    <Suspense fallback={<Skeleton height={PLOT_HEIGHT} />}>
      <BarPlot {...plot} />
    </Suspense>
  </WhenSeen>
);
