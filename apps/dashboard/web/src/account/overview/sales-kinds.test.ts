import { DEFAULT_THEME } from '@mantine/core';
import type { Overview } from '@topup/dashboard-contract';
import { setPageZone } from '../../format/zone';
import { PRODUCTS } from '../../generated/vocabulary';
import { plotFrame, type Scheme } from '../../ui/plot/plot-frame';
import { type Kind, plotData, VALUES } from './sales-kinds';

const none = { count: 0, volume: '0.00' };
const point = (at: string, airtime: string): Overview['points'][number] => ({
  at,
  byProduct: {
    ...(Object.fromEntries(
      Object.keys(PRODUCTS).map((product) => [product, none]),
    ) as Overview['points'][0]['byProduct']),
    AIRTIME: { count: 2, volume: airtime },
  },
  byStatus: { pending: 1, success: 3, failed: 0, refunded: 2 },
});

test('sales are shown under their own hour, product and outcome', () => {
  const points = [point('2026-11-21T23:00:00.000Z', '1250.50'), point('2026-11-22T00:00:00.000Z', '0.00')];
  const byProduct = plotData(points, 'product', '24h', DEFAULT_THEME, 'light');
  expect(byProduct.labels).toEqual(['00:00', '01:00']);
  expect(byProduct.datasets.map(({ label, data }) => [label, data])).toEqual(
    Object.values(PRODUCTS).map((name) => [name, name === 'Airtime' ? [1250.5, 0] : [0, 0]]),
  );
  const byOutcome = plotData(points.slice(0, 1), 'outcome', '7d', DEFAULT_THEME, 'light');
  expect(byOutcome.labels).toEqual(['22 Nov']);
  expect(Object.fromEntries(byOutcome.datasets.map(({ label, data }) => [label, data[0]]))).toEqual({
    Successful: 3,
    Pending: 1,
    'Failed · refunded': 0,
    Refunded: 2,
  });
});

test('hours and days are those of the zone of the pages, and an hour that clocks repeat is there twice', () => {
  setPageZone('America/New_York');
  const labelsOf = (times: string[], range: '24h' | '7d') => {
    const points = times.map((at) => point(at, '1.00'));
    return plotData(points, 'product', range, DEFAULT_THEME, 'light').labels;
  };
  const hours = ['04', '05', '06', '07'].map((hour) => `2026-11-01T${hour}:00:00.000Z`);
  expect(labelsOf(hours, '24h')).toEqual(['00:00', '01:00', '01:00', '02:00']);
  expect(labelsOf(['2026-11-01T03:00:00.000Z'], '7d')).toEqual(['31 Oct']);
  setPageZone('Africa/Lagos');
});

test('a bar’s value keeps its kobo, and the axis has no halves of a purchase', () => {
  const { product, outcome } = VALUES;
  expect(product.tooltip(1250.5)).toBe('₦1,250.50');
  expect(outcome.tooltip(1284)).toBe('1,284');
  expect(product.axis(1500)).toBe('₦1.5K');
  expect(product.axis(-1500)).toBe('−₦1.5K');
  expect(outcome.axis(3)).toBe('3');
  expect(plotFrame(outcome, DEFAULT_THEME, 'light').scales.y.ticks).toMatchObject({ precision: 0 });
});

const PANEL = { light: '#ffffff', dark: DEFAULT_THEME.colors.dark[7] };

test.each<[Kind, Scheme]>([
  ['product', 'light'],
  ['product', 'dark'],
  ['outcome', 'light'],
  ['outcome', 'dark'],
])('bars by %s in %s colours stand out from the panel and from one another', (kind, scheme) => {
  const colors = plotData([], kind, '24h', DEFAULT_THEME, scheme).datasets.map(({ backgroundColor }) =>
    String(backgroundColor),
  );
  for (const color of colors) expect([color, contrast(color, PANEL[scheme]) >= 3]).toEqual([color, true]);
  expect(new Set(colors).size).toBe(colors.length);
});

/** As WCAG 2 has it, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((from) => Number.parseInt(hex.slice(from, from + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
