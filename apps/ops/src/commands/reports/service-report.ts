import {
  begunDays,
  readServiceDay,
  readServiceReport,
  type ServiceReport,
  serviceColumns,
} from '@topup/core/reporting';
import { systemClock } from '@topup/core/shared';
import { dayArgument, monthArgument } from '../../arguments';
import { command, type Given, option } from '../../declare';
import { type Column, tableOf } from '../../output';
import { Misuse } from '../../refusal';
import { readDatabase } from '../../with-database';
import { linesOf } from './lines';

const TAKES = [
  option('--day <day>', 'the day in Lagos on which purchases were accepted', dayArgument),
  option('--month <month>', 'or all days of this month until today', monthArgument),
  option('--csv', 'print CSV'),
] as const;

export const serviceReport = command(
  'service',
  'show what was sold, failed and refunded, how soon, and what stayed open',
  TAKES,
  async (given, { write }) => {
    const { period, days } = periodOf(given);
    const report = await readDatabase((db) => readServiceReport(days, (day) => readServiceDay(db, day)));
    if (!given.csv) return { json: { period, ...report }, text: textOf(report) };
    write(linesOf(serviceColumns(period, report), report.rows, true));
    return undefined;
  },
);

function periodOf({ day, month }: Given<typeof TAKES>): { period: string; days: string[] } {
  if ((day === undefined) === (month === undefined)) throw new Misuse('Give either --day or --month.');
  const period = day ?? month ?? '';
  const days = begunDays(period, systemClock.now());
  if (days.length === 0) throw new Misuse(`${period} has not begun.`);
  return { period, days };
}

function textOf({ days, rows, total }: ServiceReport): string {
  const provisional = days.filter(({ finalAt }) => finalAt === null).map(({ day }) => day);
  const shown = rows.length === 0 ? [] : [...rows, total];
  const reasons = rows.flatMap(({ product, service, reasons }) =>
    reasons.map((each) => ({ product, service, ...each })),
  );
  return [
    provisional.length === 0 ? 'All figures are final.' : `Provisional: ${provisional.join(', ')}.`,
    tableOf(shown, PURCHASES, 'Nothing was accepted then.'),
    ...(rows.length === 0 ? [] : ['Seconds from the accept to the refund, and from the known failure to the refund:']),
    ...(rows.length === 0 ? [] : [tableOf(shown, TIMES, '')]),
    ...(reasons.length === 0 ? [] : ['Open for more than 24 hours:', tableOf(reasons, REASONS, '')]),
  ].join('\n\n');
}

type Row = ServiceReport['total'];

const PURCHASES: Column<Row>[] = [
  'product',
  'service',
  'accepted',
  'sold',
  'failed',
  ['REJECTED', ({ failures }) => failures.provider_rejected],
  ['UNREACHABLE', ({ failures }) => failures.provider_unreachable],
  ['NOT SENT', ({ failures }) => failures.not_sent],
  ['BY OPERATOR', ({ failures }) => failures.refunded_by_operator],
  'reversed',
  'reversedSince',
  'open',
  ['OVER 24 H', 'openLong'],
];

const timesOf = (name: string, of: 'refund' | 'known'): Column<Row>[] => [
  [`${name} P50`, (row) => row[of].p50],
  ['P95', (row) => row[of].p95],
  ['MAX', (row) => row[of].max],
  ['OVER 30 S', (row) => row[of].over30],
];
const TIMES: Column<Row>[] = ['product', 'service', ...timesOf('ACCEPT', 'refund'), ...timesOf('KNOWN', 'known')];

const REASONS: Column<{ product: string; service: string; reason: string; purchases: number }>[] = [
  'product',
  'service',
  'purchases',
  'reason',
];
