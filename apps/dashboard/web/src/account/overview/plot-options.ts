import type { Overview, Range } from '@topup/dashboard-contract';
import { formatNaira, MINUS } from '../../format/naira';
import { formatCount } from '../../format/numbers';
import { barsOf, type Look, type Scheme, type Values } from '../../ui/plot/plot-frame';
import { KINDS, type Kind, pointName } from './sales-kinds';

/** The bars: one stack for each point, one colour for each series. */
export const plotData = (
  points: Overview['points'],
  kind: Kind,
  range: Range,
  look: Pick<Look, 'colors'>,
  scheme: Scheme,
) => {
  const labels = points.map((point) => pointName(point, range));
  return barsOf(KINDS[kind], points, labels, { look, scheme });
};

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 });

const NAIRA: Values = {
  // 1500 → "₦1.5K", a loss of 1500 → "−₦1.5K"
  axis: (naira) => `${naira < 0 ? MINUS : ''}₦${compact.format(Math.abs(naira))}`,
  tooltip: (naira) => formatNaira(naira.toFixed(2)),
  least: 100,
  whole: false,
};
const COUNTS: Values = { axis: (count) => compact.format(count), tooltip: formatCount, least: 1, whole: true };

/** How the values of a plot of sales are written. */
export const VALUES: Record<Kind, Values> = { product: NAIRA, outcome: COUNTS };
