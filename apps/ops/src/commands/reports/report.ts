import { type ProductType, productTypes } from '@topup/core/product';
import {
  lagosMidnight,
  listMargins,
  type MarginFilter,
  type MarginGroup,
  type MarginSum,
  marginColumns,
  marginGroups,
  marginText,
  type PurchaseMargin,
  purchaseMarginColumns,
  readMargins,
  sumMargins,
  type TimeSpan,
  totalOf,
} from '@topup/core/reporting';
import { csvLine, type Db, formatNaira, systemClock } from '@topup/core/shared';
import { type Command, Option } from 'commander';
import { countArgument, sinceArgument, untilArgument } from '../../arguments';
import { type Report, reporting, table, time } from '../../output';
import { Misuse } from '../../refusal';
import { requireAccount, withDatabase } from '../../with-database';

export function reportCommands(program: Command): void {
  const report = program.command('report').description('what the service earns');
  report
    .command('margin')
    .description('the price of what was sold less its cost; refunded purchases count nothing')
    .addOption(
      new Option('--by <what>', 'what it is added up by').choices([...marginGroups, 'purchase']).default('day'),
    )
    .option('--since <day or time>', 'from then on; default: seven days, with today', sinceArgument)
    .option('--until <day or time>', 'up to then; a day is included', untilArgument)
    .option('--account <id or name>', 'only one account')
    .addOption(new Option('--product <product>', 'only one product').choices(productTypes))
    .option('--limit <n>', 'at most so many rows; default: 50 purchases, all of anything else', countArgument)
    .option('--csv', 'print CSV instead; all rows')
    .action((options: Options, command: Command) => (options.csv ? printCsv : reporting(margin))(options, command));
}

type Options = {
  by: MarginGroup | 'purchase';
  since?: Date;
  until?: Date;
  account?: string;
  product?: ProductType;
  limit?: number;
  csv?: boolean;
};

/** The days before today that a report without `--since` begins with. */
const DAYS_BEFORE = 6;

function spanOf({ since, until }: Options): TimeSpan {
  const now = systemClock.now();
  const span = { since: since ?? lagosMidnight(now, DAYS_BEFORE), until: until ?? now };
  if (span.since >= span.until) throw new Misuse('--since must be before --until.');
  return span;
}

/** Resolves the account. @throws Refusal when there is no such account */
const filterOf = async (db: Db, { account, product }: Options): Promise<MarginFilter> => ({
  product,
  accountId: account === undefined ? undefined : (await requireAccount(db, account)).id,
});

const readSums = (db: Db, by: MarginGroup, span: TimeSpan, filter: MarginFilter) =>
  readMargins(by, span, (day) => sumMargins(db, by, day, filter));

// ---- as text and JSON

const PURCHASES = 50;

function margin(options: Options): Promise<Report> {
  const { by, limit } = options;
  const span = spanOf(options);
  return withDatabase(async (db) => {
    const filter = await filterOf(db, options);
    const json = { by, since: time(span.since), until: time(span.until) };
    if (by === 'purchase') {
      const rows = await listMargins(db, span, filter, { after: null, limit: limit ?? PURCHASES });
      return { json: { ...json, rows: rows.map(purchaseToJson) }, text: purchaseTable(rows) };
    }
    const sums = await readSums(db, by, span, filter);
    const [rows, total] = [sums.slice(0, limit), totalOf(sums)];
    return { json: { ...json, rows: rows.map(sumToJson), total: sumToJson(total) }, text: sumTable(by, rows, total) };
  });
}

const NONE = 'Nothing was sold then.';

function sumTable(by: MarginGroup, rows: MarginSum[], total: MarginSum): string {
  const headings = [by.toUpperCase(), 'PURCHASES', 'PRICE', 'COST', 'MARGIN', '%', 'UNKNOWN COST', 'SOLD FOR'];
  return table(headings, rows.length === 0 ? [] : [...rows, total].map(sumToRow), NONE);
}

function sumToRow({ name, purchases, priceKobo, costKobo, unknown, unknownKobo }: MarginSum): string[] {
  const { margin, percent } = marginText(priceKobo, costKobo);
  const known = [String(purchases), formatNaira(priceKobo), formatNaira(costKobo), margin, percent ?? '-'];
  return [name, ...known, ...(unknown === 0 ? ['-', '-'] : [String(unknown), formatNaira(unknownKobo)])];
}

function sumToJson({ key, name, purchases, priceKobo, costKobo, unknown, unknownKobo }: MarginSum) {
  const { margin, percent } = marginText(priceKobo, costKobo);
  const [price, cost] = [formatNaira(priceKobo), formatNaira(costKobo)];
  const unknownCost = { purchases: unknown, price: formatNaira(unknownKobo) };
  return { key, name, purchases, price, cost, margin, marginPercent: percent, unknownCost };
}

function purchaseTable(rows: PurchaseMargin[]): string {
  const headings = ['AT', 'ACCOUNT', 'REFERENCE', 'PRODUCT', 'PLAN', 'PRICE', 'COST', 'MARGIN', '%'];
  const cells = rows.map(purchaseToJson).map(({ at, account, reference, product, plan, price, ...rest }) => {
    const { cost, margin, marginPercent } = rest;
    return [time(at), account, reference, product, plan, price, cost ?? 'unknown', margin ?? '-', marginPercent ?? '-'];
  });
  return table(headings, cells, NONE);
}

function purchaseToJson({ account, accountId, requestRef, productType, name, ...purchase }: PurchaseMargin) {
  const { amountKobo, costKobo, createdAt: at } = purchase;
  const known = costKobo === null ? null : marginText(amountKobo, costKobo);
  return {
    at,
    account,
    accountId,
    reference: requestRef,
    product: productType,
    plan: name,
    price: formatNaira(amountKobo),
    cost: costKobo === null ? null : formatNaira(costKobo),
    margin: known?.margin ?? null,
    marginPercent: known?.percent ?? null,
  };
}

// ---- as CSV

const PAGE = 1_000;

async function printCsv(options: Options, command: Command): Promise<void> {
  const write = (text: string) => command.configureOutput().writeOut?.(text);
  const { by } = options;
  const span = spanOf(options);
  if (options.limit !== undefined) throw new Misuse('--csv prints all rows: leave --limit out.');
  await withDatabase(async (db) => {
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

const linesOf = <Row>(columns: [string, (row: Row) => string][], rows: Row[], headed: boolean): string =>
  [...(headed ? [columns.map(([title]) => title)] : []), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]
    .map(csvLine)
    .join('');
