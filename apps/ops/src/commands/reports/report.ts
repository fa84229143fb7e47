import { productTypes } from '@topup/core/product';
import {
  listMargins,
  type MarginFilter,
  type MarginGroup,
  type MarginSum,
  marginColumns,
  marginGroups,
  type PurchaseMargin,
  purchaseMarginColumns,
  readMargins,
  sumMargins,
  totalOf,
} from '@topup/core/reporting';
import { type Db, marginText, pick, systemClock, toWire } from '@topup/core/shared';
import { lagosMidnight, type TimeSpan } from '@topup/core/time';
import { countArgument, sinceArgument, untilArgument } from '../../arguments';
import { command, type Given, group, type Output, option } from '../../declare';
import { type Column, type Report, tableOf, time } from '../../output';
import { Misuse } from '../../refusal';
import { readDatabase, requireAccount } from '../../with-database';
import { linesOf } from './lines';
import { serviceReport } from './service-report';

const TAKES = [
  option('--by <what>', 'what to sum by', [...marginGroups, 'purchase'], 'day'),
  option('--since <day or time>', 'from then on (default: seven days, including today)', sinceArgument),
  option('--until <day or time>', 'up to then; a day is included', untilArgument),
  option('--account <id or name>', 'only one account'),
  option('--product <product>', 'only one product', productTypes),
  option('--limit <n>', 'how many rows at most (default: 50 purchases, or all sums)', countArgument),
  option('--csv', 'print all rows as CSV'),
] as const;

export const reportCommands = group('report', 'what the service earns, and how well it serves', [
  command('margin', 'show price, cost and margin of sales; refunds count nothing', TAKES, (options, output) =>
    options.csv ? printCsv(options, output) : margin(options),
  ),
  serviceReport,
]);

type Options = Given<typeof TAKES>;

/** The days before today that a report without `--since` begins with. */
const DAYS_BEFORE = 6;

function spanOf({ since, until }: Options): TimeSpan {
  const now = systemClock.now();
  const span = { since: since ?? lagosMidnight(now, DAYS_BEFORE), until: until ?? now };
  if (span.since >= span.until) throw new Misuse('--since must be before --until.');
  return span;
}

const filterOf = async (db: Db, { account, product }: Options): Promise<MarginFilter> => ({
  product,
  accountId: account === undefined ? undefined : (await requireAccount(db, account)).id,
});

const readSums = (db: Db, by: MarginGroup, span: TimeSpan, filter: MarginFilter) =>
  readMargins(by, span, (day) => sumMargins(db, by, day, filter));

const PURCHASES = 50;

function margin(options: Options): Promise<Report> {
  const { by, limit } = options;
  const span = spanOf(options);
  return readDatabase(async (db) => {
    const filter = await filterOf(db, options);
    const json = { by, since: time(span.since), until: time(span.until) };
    if (by === 'purchase') {
      const rows = await listMargins(db, span, filter, { after: null, limit: limit ?? PURCHASES });
      const purchases = rows.map(purchaseToJson);
      return { json: { ...json, rows: purchases }, text: tableOf(purchases, PURCHASE_COLUMNS, NONE) };
    }
    const sums = await readSums(db, by, span, filter);
    const [rows, total] = [sums.slice(0, limit), totalOf(sums)];
    return { json: { ...json, rows: rows.map(sumToJson), total: sumToJson(total) }, text: sumTable(by, rows, total) };
  });
}

const NONE = 'Nothing was sold then.';

function sumTable(by: MarginGroup, rows: MarginSum[], total: MarginSum): string {
  const shown = (rows.length === 0 ? [] : [...rows, total]).map(sumToJson);
  return tableOf(
    shown,
    [
      [by.toUpperCase(), 'name'],
      'purchases',
      'price',
      'cost',
      'margin',
      ['%', 'marginPercent'],
      ['UNKNOWN COST', ({ unknownCost }) => unknownCost.purchases || '-'],
      ['SOLD FOR', ({ unknownCost }) => (unknownCost.purchases === 0 ? '-' : unknownCost.price)],
    ],
    NONE,
  );
}

function sumToJson({ unknown, unknownKobo, ...sum }: MarginSum) {
  const { margin, percent: marginPercent } = marginText(sum.priceKobo, sum.costKobo);
  return toWire({ ...sum, margin, marginPercent, unknownCost: { purchases: unknown, priceKobo: unknownKobo } });
}

function purchaseToJson(purchase: PurchaseMargin) {
  const { amountKobo: priceKobo, costKobo, createdAt: at, requestRef: reference } = purchase;
  const known = costKobo === null ? null : marginText(priceKobo, costKobo);
  return toWire({
    ...pick(purchase, 'account', 'accountId'),
    ...{ at, reference, product: purchase.productType, plan: purchase.name, priceKobo, costKobo },
    margin: known?.margin ?? null,
    marginPercent: known?.percent ?? null,
  });
}

const PURCHASE_COLUMNS: Column<ReturnType<typeof purchaseToJson>>[] = [
  'at',
  'account',
  'reference',
  'product',
  'plan',
  'price',
  ['COST', ({ cost }) => cost ?? 'unknown'],
  'margin',
  ['%', 'marginPercent'],
];

const PAGE = 1_000;

async function printCsv(options: Options, { write }: Output): Promise<undefined> {
  const { by } = options;
  const span = spanOf(options);
  if (options.limit !== undefined) throw new Misuse('--csv prints all rows: leave --limit out.');
  await readDatabase(async (db) => {
    const filter = await filterOf(db, options);
    if (by !== 'purchase') return write(linesOf(marginColumns(by), await readSums(db, by, span, filter), true));
    for (let after: PurchaseMargin | null = null, more = true; more; ) {
      const rows: PurchaseMargin[] = await listMargins(db, span, filter, { after, limit: PAGE });
      write(linesOf(purchaseMarginColumns(time), rows, after === null));
      more = rows.length === PAGE;
      after = rows.at(-1) ?? null;
    }
  });
}
