import { Box } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import type { Overview, Range } from '../../../../src/contract';
import { PlotFigures, PlotLegend } from './plot-figures';
import { labelStride, ticksUpTo } from './plot-scale';
import { KINDS, type Kind, pointName, type Series } from './sales-kinds';
import classes from './sales-plot.module.css';

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 });

const HEIGHT = 260;
const LEFT = 56;
const BOTTOM = 28;
const TOP = 8;
const LABEL_ROOM = 52;

type Point = Overview['points'][number];
type Props = { points: Point[]; kind: Kind; range: Range };

/**
 * Stacked bars, drawn here: a plotting library alone weighs as much as all else of the page. The words for it stand around it: whoever does not see it is told
 * its sums, and has the table.
 */
export function SalesPlot({ points, kind, range }: Props) {
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const { series } = KINDS[kind];
  const plot = layOut(points, series, kind, width);
  const pointed = at === null ? undefined : points[at];
  return (
    <>
      <Box
        ref={ref}
        className={classes.plot}
        onPointerMove={({ currentTarget, clientX }) => setAt(plot.placeAt(clientX - currentTarget.getBoundingClientRect().left))}
        onPointerLeave={() => setAt(null)}
      >
        <svg width={width} height={HEIGHT} aria-hidden="true">
          <Axis plot={plot} width={width} kind={kind} />
          {at !== null && (
            <rect className={classes.pointed} x={LEFT + at * plot.slot} y={TOP} width={plot.slot} height={HEIGHT - TOP - BOTTOM} />
          )}
          {points.map((point, place) => (
            <Bar key={point.at} point={point} place={place} series={series} plot={plot} />
          ))}
          {points.map(
            (point, place) =>
              place % plot.stride === 0 && (
                <text key={point.at} className={classes.label} x={LEFT + (place + 0.5) * plot.slot} y={HEIGHT - 8} textAnchor="middle">
                  {pointName(point, range)}
                </text>
              ),
          )}
        </svg>
        {at !== null && pointed !== undefined && (
          <PlotFigures point={pointed} kind={kind} range={range} left={LEFT + (at + 0.5) * plot.slot} before={at < points.length / 2} />
        )}
      </Box>
      <PlotLegend series={series} />
    </>
  );
}

type Plot = ReturnType<typeof layOut>;

function layOut(points: Point[], series: Series[], kind: Kind, width: number) {
  const totals = points.map((point) => series.reduce((sum, { value }) => sum + value(point), 0));
  const ticks = ticksUpTo(Math.max(0, ...totals), kind === 'outcome');
  const room = Math.max(0, width - LEFT);
  const slot = room / points.length;
  const perUnit = (HEIGHT - TOP - BOTTOM) / (ticks.at(-1) ?? 1);
  return {
    ticks,
    slot,
    stride: labelStride(points.length, room, LABEL_ROOM),
    y: (value: number) => HEIGHT - BOTTOM - value * perUnit,
    placeAt: (x: number) => (x < LEFT || slot === 0 ? null : Math.min(points.length - 1, Math.floor((x - LEFT) / slot))),
  };
}

function Axis({ plot: { ticks, y }, width, kind }: { plot: Plot; width: number; kind: Kind }) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line className={classes.line} x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
      <text className={classes.label} x={LEFT - 8} y={y(tick)} dy="0.32em" textAnchor="end">
        {kind === 'product' ? '₦' : ''}
        {compact.format(tick)}
      </text>
    </g>
  ));
}

function Bar({ point, place, series, plot: { slot, y } }: { point: Point; place: number; series: Series[]; plot: Plot }) {
  const width = Math.min(36, slot * 0.72);
  const x = LEFT + (place + 0.5) * slot - width / 2;
  let below = 0;
  return series.map(({ name, color, value }) => {
    const from = below;
    below += value(point);
    return <rect key={name} x={x} y={y(below)} width={width} height={y(from) - y(below)} style={{ fill: color }} />;
  });
}
