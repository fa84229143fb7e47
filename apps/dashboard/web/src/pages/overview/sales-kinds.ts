import type { Overview, Product, PurchaseStatus, Range } from '../../../../src/contract';
import { nairaText } from '../../format/naira';
import { counted } from '../../format/numbers';
import { PRODUCTS, STATUSES } from '../transactions/transaction-filters';

type Point = Overview['points'][number];
export type Kind = 'product' | 'outcome';
export type Series = { name: string; color: string; value(point: Point): number };

/** What the plot of sales can show. The colours hold 3:1 against the panel in both colour schemes. */
export const KINDS: Record<Kind, { title: string; series: Series[] }> = {
  product: {
    title: 'Sold, by product',
    series: (['AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY'] as Product[]).map((product, place) => ({
      name: PRODUCTS[product],
      color: `light-dark(var(--mantine-color-${['indigo-7', 'cyan-7', 'grape-6', 'orange-7'][place]}), var(--mantine-color-${['indigo-4', 'cyan-4', 'grape-4', 'orange-4'][place]}))`,
      value: ({ byProduct }) => Number(byProduct[product].volume),
    })),
  },
  outcome: {
    title: 'Purchases, by outcome',
    series: (['success', 'pending', 'initiated', 'failed', 'refunded'] as PurchaseStatus[]).map((status, place) => ({
      name: STATUSES[status],
      color: `light-dark(var(--mantine-color-${['teal-7', 'yellow-8', 'gray-6', 'red-7', 'pink-5'][place]}), var(--mantine-color-${['teal-5', 'yellow-5', 'gray-5', 'red-5', 'pink-3'][place]}))`,
      value: ({ byStatus }) => byStatus[status],
    })),
  },
};

/** The sums of a plot in words, for those who do not see it. */
export function summarise(points: Point[], kind: Kind): string {
  const parts = KINDS[kind].series.map(({ name, value }) => {
    const total = points.reduce((sum, point) => sum + value(point), 0);
    return `${name} ${kind === 'product' ? nairaText(total.toFixed(2)) : counted(total, 'purchase')}`;
  });
  return `${KINDS[kind].title}: ${parts.join(', ')}. The table has every figure.`;
}

const lagos = { timeZone: 'Africa/Lagos' } as const;
const hour = new Intl.DateTimeFormat('en-GB', { ...lagos, hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { ...lagos, day: 'numeric', month: 'short' });

/** The name of a point: its hour, or its day, in Lagos. */
export const pointName = ({ at }: Point, range: Range): string => (range === '24h' ? hour : day).format(new Date(at));
