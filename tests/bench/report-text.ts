import { type MeasuredRow, totalCpu, totalOf } from './measurement';
import { aims, aimText, type Ratios, reaches } from './ratios';
import type { BenchReport } from './run-bench';

const PROCESSES = ['api', 'worker', 'postgres', 'redis', 'sandbox', 'receiver', 'load'];

/** The result of a run: its text, and `report`, which `--json` prints in the last line. */
export type BenchResult = { lines: string[]; exitCode: 0 | 1; report: object };

/** With `json`, the last line is for scripts. */
export const linesOf = ({ lines, report }: BenchResult, json: boolean): string[] =>
  json ? [...lines, JSON.stringify(report)] : lines;

/** The tables of a run, and whether its numbers count. */
export function resultOf(report: BenchReport): BenchResult {
  const bad = report.rows.flatMap(({ name, errors, rate }) =>
    errors > 0 ? [`${name}: ${errors} purchases went wrong`] : rate === 0 ? [`${name}: no purchase got an answer`] : [],
  );
  const verdict =
    bad.length === 0
      ? ['No errors, and the books were sound after every row.']
      : ['These figures do not count.', ...bad];
  return { lines: [reportText(report), ...verdict], exitCode: bad.length === 0 ? 0 : 1, report };
}

/** The tables in Markdown. */
function reportText({ rows, ratios }: BenchReport): string {
  const names = Object.keys(aims) as (keyof Ratios)[];
  return [
    '',
    table(
      ['row', 'per s', 'p50 ms', 'p95 ms', 'p99 ms', 'errors', 'at rest s', 'load'],
      rows.map((row) => [
        row.name,
        String(Math.round(row.rate)),
        row.p50Ms.toFixed(1),
        row.p95Ms.toFixed(1),
        row.p99Ms.toFixed(1),
        String(row.errors),
        (row.restMs / 1_000).toFixed(1),
        `${Math.round(row.loadShare * 100)} %`,
      ]),
    ),
    '',
    table(
      ['CPU ms per purchase', ...PROCESSES, 'all'],
      rows.map((row) => [row.name, ...PROCESSES.map((name) => ms(row.cpuSeconds[name])), ms(totalCpu(row))]),
    ),
    '',
    table(
      ['what a core sells', 'CPU ms of the service', 'purchases a second'],
      rows.filter(({ system }) => system === 'ours').map((row) => [row.name, ms(serviceCpu(row)), perCore(row)]),
    ),
    '',
    table(
      ['ratio', 'is', 'aim', 'reached', ''],
      names.map((name) => [name, aims[name].is, aimText(aims[name]), ...reachedCells(name, ratios[name])]),
    ),
    '',
  ].join('\n');
}

/** Of a purchase, without provider, receiver and client. Null when nothing is known. */
const serviceCpu = ({ cpuSeconds }: MeasuredRow): number | null =>
  totalOf(['api', 'worker', 'postgres', 'redis'].map((name) => cpuSeconds[name] ?? null));

function perCore(row: MeasuredRow): string {
  const seconds = serviceCpu(row);
  return seconds === null ? '–' : String(Math.round(1 / seconds));
}

const reachedCells = (name: keyof Ratios, value: number | null): string[] =>
  value === null ? ['–', 'not measured'] : [value.toFixed(2), reaches(value, aims[name]) ? 'holds' : 'missed'];

const ms = (seconds: number | null | undefined): string => (seconds == null ? '–' : (seconds * 1_000).toFixed(3));

/** A Markdown table: the first column is left-aligned, all others right-aligned. */
export function table(head: string[], body: string[][]): string {
  const widths = head.map((_, i) => Math.max(...[head, ...body].map((cells) => cells[i]?.length ?? 0)));
  const pad = (text: string, i: number) => (i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0));
  const line = (cells: string[]) => `| ${cells.map(pad).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(Math.max(1, width - 1))}:`)).join(' | ')} |`;
  return [line(head), rule, ...body.map(line)].join('\n');
}
