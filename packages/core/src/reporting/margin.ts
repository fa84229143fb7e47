import { escapeFormula } from '../shared/csv';
import { formatNaira, marginText } from '../shared/money';
import { daysOf } from '../time/lagos-time';
import type { TimeSpan } from '../time/zoned-time';
import type { MarginGroup, MarginSum, PurchaseMargin } from './margin.store';

/** The longest span of one report, in days: a quarter. */
export const MARGIN_DAYS = 93;

/**
 * Adds up a span of any length, day by day, so that no statement takes long. Days have the newest first, all others the
 * largest margin.
 * @param readDay `sumMargins` for one day, or what was kept of it
 */
export async function readMargins(by: MarginGroup, span: TimeSpan, readDay: (day: TimeSpan) => Promise<MarginSum[]>) {
  const sums = new Map<string, MarginSum>();
  for (const day of daysOf(span))
    for (const row of await readDay(day)) {
      const known = sums.get(row.key);
      sums.set(row.key, known === undefined ? row : add(known, row));
    }
  const rows = [...sums.values()];
  return by === 'day' ? rows.sort((a, b) => (a.key < b.key ? 1 : -1)) : rows.sort(byMargin);
}

/** The sums of all rows. */
export const totalOf = (rows: MarginSum[]): MarginSum => rows.reduce(add, NOTHING);

const NOTHING: MarginSum = {
  key: 'total',
  name: 'Total',
  purchases: 0,
  priceKobo: 0n,
  costKobo: 0n,
  unknown: 0,
  unknownKobo: 0n,
};

const add = (one: MarginSum, other: MarginSum): MarginSum => ({
  key: one.key,
  name: one.name,
  purchases: one.purchases + other.purchases,
  priceKobo: one.priceKobo + other.priceKobo,
  costKobo: one.costKobo + other.costKobo,
  unknown: one.unknown + other.unknown,
  unknownKobo: one.unknownKobo + other.unknownKobo,
});

const marginOf = ({ priceKobo, costKobo }: MarginSum): bigint => priceKobo - costKobo;
const byMargin = (a: MarginSum, b: MarginSum): number =>
  Number(marginOf(b) - marginOf(a)) || (a.name < b.name ? -1 : 1);

type Columns<Row> = [title: string, cell: (row: Row) => string][];

/** The columns of a file of sums. */
export const marginColumns = (by: MarginGroup): Columns<MarginSum> => [
  [by, ({ key }) => key],
  ...(by === 'plan' || by === 'account' ? ([['name', ({ name }) => escapeFormula(name)]] as Columns<MarginSum>) : []),
  ['purchases', ({ purchases }) => String(purchases)],
  ['price', ({ priceKobo }) => formatNaira(priceKobo)],
  ['cost', ({ costKobo }) => formatNaira(costKobo)],
  ['margin', ({ priceKobo, costKobo }) => marginText(priceKobo, costKobo).margin],
  ['margin_percent', ({ priceKobo, costKobo }) => marginText(priceKobo, costKobo).percent ?? ''],
  ['unknown_cost', ({ unknown }) => String(unknown)],
  ['unknown_cost_price', ({ unknownKobo }) => formatNaira(unknownKobo)],
];

/** The columns of a file of purchases. Cost and margin are empty when the cost is not known. */
export const purchaseMarginColumns = (time: (at: Date) => string): Columns<PurchaseMargin> => [
  ['created_at', ({ createdAt }) => time(createdAt)],
  ['account_id', ({ accountId }) => accountId],
  ['account', ({ account }) => escapeFormula(account)],
  ['reference', ({ requestRef }) => escapeFormula(requestRef)],
  ['product', ({ productType }) => productType],
  ['plan', ({ name }) => escapeFormula(name)],
  ['price', ({ amountKobo }) => formatNaira(amountKobo)],
  ['cost', ({ costKobo }) => (costKobo === null ? '' : formatNaira(costKobo))],
  ['margin', (row) => earned(row)?.margin ?? ''],
  ['margin_percent', (row) => earned(row)?.percent ?? ''],
];

const earned = ({ amountKobo, costKobo }: PurchaseMargin) =>
  costKobo === null ? null : marginText(amountKobo, costKobo);
