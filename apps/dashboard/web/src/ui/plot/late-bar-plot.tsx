import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { BarPlotProps } from './bar-plot';
import { PLOT_HEIGHT } from './plot-frame';

// The plot library is a fifth of a page: the values do not wait for it, and a page without values never loads it.
const BarPlot = lazy(async () => ({ default: (await import('./bar-plot')).BarPlot }));

/** A `BarPlot` that is loaded when it is first shown. */
export const LateBarPlot = (plot: BarPlotProps) => (
  <Suspense fallback={<Skeleton height={PLOT_HEIGHT} />}>
    <BarPlot {...plot} />
  </Suspense>
);
