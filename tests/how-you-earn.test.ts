import { chargeOf } from '@topup/core/catalogue';
import { marginText, parseNaira, parsePercent } from '@topup/core/shared';
import { read } from './pages';

const kobo = (text: string): bigint => {
  const amount = parseNaira(text.replaceAll(',', ''));
  if (amount === null) throw new Error(`${text} is no amount`);
  return amount;
};

type Row = { order: string; face: string; charge: string; rate: string; cost: string; margin: string };

/** The rows of the example: their third cell is a commission such as "3 %". */
const rows = read('docs/console/how-you-earn.md')
  .split('\n')
  .flatMap((line): Row[] => {
    const [, order = '', charge = '', rate = '', cost = '', margin = ''] = line.split('|').map((cell) => cell.trim());
    const [, face] = /₦([\d,]+)/.exec(order) ?? [];
    if (face === undefined || !rate.endsWith(' %')) return [];
    return [{ order, face, charge, rate: rate.slice(0, -2), cost, margin }];
  });

test('the example has each product, and a discount', () => {
  expect(rows).toHaveLength(5);
  expect(rows.filter(({ order }) => order.includes('discount'))).toHaveLength(1);
});

test('the table takes a commission from the cost of each product, as VTpass and Monnify do', () => {
  const table = /\| Product \| Charge \| Cost \|\n(?:\|.*\n)+/.exec(read('docs/console/how-you-earn.md'))?.[0] ?? '';
  const costs = table
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((line) => line.split('|')[3]?.trim());
  expect(costs.length).toBeGreaterThan(0);
  expect(costs.filter((cost) => !cost?.includes('commission'))).toEqual([]);
});

test.each(rows)('the figures of "$order" are those that the service would book', (row) => {
  const face = kobo(row.face);
  const [, markup = '0'] = /markup (\S+) %/.exec(row.order) ?? [];
  const [, discount = '0'] = /discount (\S+) %/.exec(row.order) ?? [];
  const price = (face * BigInt(10_000 + (parsePercent(markup) ?? 0)) + 9_999n) / 10_000n; // as plan_terms does
  const charge = chargeOf(price, parsePercent(discount) ?? 0);
  const cost = face - (face * BigInt(parsePercent(row.rate) ?? 0)) / 10_000n;
  const { margin, percent } = marginText(charge, cost);
  expect([kobo(row.charge), kobo(row.cost), row.margin]).toEqual([charge, cost, `${margin} (${percent} %)`]);
});
