import { NativeSelect } from '@mantine/core';
import type { Performance, Range } from '@topup/dashboard-contract';
import { type ReactNode, useState } from 'react';
import { formatCount, formatRate } from '../../format/numbers';
import { formatDuration } from '../../format/time';
import type { Column } from '../../ui/table/data-table';
import { Money } from '../../ui/text/values';
import { pointName } from './sales-kinds';

const timeText = (ms: number | null): string => (ms === null ? '–' : formatDuration(ms));

export const SUCCESS_COLUMN: Column<Performance> = {
  header: 'Success rate',
  cell: ({ successRate }) => formatRate(successRate),
  end: true,
};

export const LATENCY_COLUMNS: Column<Performance>[] = [
  { header: 'p50', cell: ({ p50Ms }) => timeText(p50Ms), end: true },
  { header: 'p95', cell: ({ p95Ms }) => timeText(p95Ms), end: true },
];

/** Of the points of a range, of one group or of all. */
export const pointColumns = (range: Range): Column<Performance & { at: string }>[] => [
  { header: range === '24h' ? 'Hour' : 'Day', cell: (point) => pointName(point, range), names: true },
  { header: 'Purchases', cell: ({ purchases }) => formatCount(purchases), end: true },
  { header: 'Volume', phone: 'end', cell: ({ volume }) => <Money amount={volume} />, end: true },
  SUCCESS_COLUMN,
  ...LATENCY_COLUMNS,
];

/** Each point with its time, the newest first. */
export const pointRows = <Figures,>(points: string[], series: { points: Figures[] }): (Figures & { at: string })[] =>
  series.points.map((each, n) => ({ ...each, at: points[n] ?? '' })).toReversed();

type Options<Figures> = {
  label: string;
  all: Figures;
  groups: (Figures & { key: string })[];
  nameOf(key: string): string;
};

/** The figures of all together, or of the group that somebody has chosen, and the input for it. */
export function useSeriesChoice<Figures>({ label, all, groups, nameOf }: Options<Figures>): {
  series: Figures & { name: string };
  choice: ReactNode;
} {
  const [chosen, setChosen] = useState('');
  const group = groups.find(({ key }) => key === chosen);
  return {
    series: group === undefined ? { ...all, name: 'All' } : { ...group, name: nameOf(group.key) },
    choice: (
      <NativeSelect
        label={label}
        data={[{ value: '', label: 'All' }, ...groups.map(({ key }) => ({ value: key, label: nameOf(key) }))]}
        value={group?.key ?? ''}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        maw="20rem"
      />
    ),
  };
}
