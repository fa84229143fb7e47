import { DEFAULT_THEME } from '@mantine/core';
import type { SalesFigures, SalesSeries, ServiceSales } from '@topup/dashboard-contract';
import { singleBars } from '../../account/overview/performance';
import { plotFrame } from '../../ui/plot/plot-frame';
import { MEASURES, stackedBars, summarise } from './sales-measures';

const NOTHING: SalesFigures = {
  purchases: 0,
  success: 0,
  failed: 0,
  successRate: null,
  volume: '0.00',
  p50Ms: null,
  p95Ms: null,
  margin: '0.00',
  unknownCost: 0,
};
const sold = (volume: string, margin = '1.00'): SalesFigures => ({
  purchases: 2,
  success: 1,
  failed: 1,
  successRate: 0.5,
  volume,
  p50Ms: 900,
  p95Ms: 61_000,
  margin,
  unknownCost: 0,
});
const series = (...points: SalesFigures[]): SalesSeries => ({ ...(points[0] ?? NOTHING), points });
const all = { ...series(sold('70.00'), NOTHING), name: 'All' };

const sales: ServiceSales = {
  range: '24h',
  by: 'network',
  from: '',
  to: '',
  uncounted: 0,
  all,
  points: ['2026-11-21T23:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  groups: ['mtn', 'glo', 'airtel', 'etisalat', 'dstv', 'gotv', 'startimes', 'ikeja-electric'].map((key, n) => ({
    key,
    ...series(sold(`${80 - n}.00`, '-2.50'), NOTHING),
  })),
};

describe('a plot hides what was sold, or shows it elsewhere', () => {
  test('the largest groups have a colour each, and all others one together', () => {
    const { labels, datasets } = stackedBars(sales, 'volume', DEFAULT_THEME, 'light');
    expect(labels).toEqual(['00:00', '01:00']);
    expect(datasets.map(({ label, data }) => [label, data])).toEqual([
      ['MTN', [80, 0]],
      ['Glo', [79, 0]],
      ['Airtel', [78, 0]],
      ['9mobile', [77, 0]],
      ['DStv', [76, 0]],
      ['GOtv', [75, 0]],
      ['Others', [74 + 73, 0]],
    ]);
    expect(new Set(datasets.map(({ backgroundColor }) => backgroundColor)).size).toBe(7);
    const losses = stackedBars({ ...sales, range: '7d' }, 'margin', DEFAULT_THEME, 'dark');
    expect([losses.labels, losses.datasets[0]?.data]).toEqual([
      ['22 Nov', '22 Nov'],
      [-2.5, 0],
    ]);
  });

  test('a rate and a latency have no bar where nothing ended', () => {
    const rate = singleBars(sales, all, 'success', DEFAULT_THEME, 'light');
    expect(rate.datasets.map(({ label, data }) => [label, data])).toEqual([['Successful', [0.5, null]]]);
    const latency = singleBars(sales, all, 'latency', DEFAULT_THEME, 'dark');
    expect(latency.datasets.map(({ label, data }) => [label, data])).toEqual([
      ['p50', [900, null]],
      ['p95', [61_000, null]],
    ]);
  });

  test('screen readers get the figures of the range', () => {
    const two = { ...sales, groups: sales.groups.slice(0, 2) };
    expect(summarise(two, all, 'margin')).toBe('Margin: MTN −₦2.50, Glo −₦2.50. The table has all values.');
    expect(summarise({ ...sales, groups: [] }, all, 'volume')).toBe('Volume: ₦0.00. The table has all values.');
    expect(summarise(two, all, 'latency')).toBe('Latency, All: p50 0.90 s, p95 1 min 1 s. The table has all values.');
    const none = { ...series(NOTHING), name: 'MTN' };
    expect(summarise(two, none, 'success')).toBe('Success rate, MTN: Successful –. The table has all values.');
  });

  test('every measure has an axis in its own unit', () => {
    const axis = (measure: keyof typeof MEASURES, value: number) =>
      plotFrame(MEASURES[measure].values, DEFAULT_THEME, 'light').scales.y.ticks.callback(value);
    expect([axis('volume', 1_500), axis('margin', -2_000), axis('success', 0.5), axis('latency', 2_000)]).toEqual([
      ...['₦1.5K', '−₦2K', '50%', '2 s'],
    ]);
  });
});
