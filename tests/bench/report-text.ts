import type { MeasuredRow, Ratios } from './measurement';
import type { BenchReport } from './run-bench';

const MEANING: Record<keyof Ratios, string> = {
  naive_many: 'ours / naive, 1,000 wallets, 256 connections',
  naive_one: 'ours / naive, 1 wallet, 256 connections',
  ceiling: 'ours / ceiling, 256 connections',
  one_vs_many: 'ours with 1 wallet / with 1,000, 256 connections',
  c64_vs_c256: 'ours at 64 connections / at 256, 1,000 wallets',
};

const PROCESSES = ['api', 'worker', 'postgres', 'redis', 'sandbox', 'receiver', 'load'];

/** The result of a run: its text, and `report`, which `--json` prints in the last line. */
export type BenchResult = { lines: string[]; exitCode: 0 | 1; report: object };

/** With `json`, the last line is for scripts. */
export const linesOf = ({ lines, report }: BenchResult, json: boolean): string[] =>
  json ? [...lines, JSON.stringify(report)] : lines;

/** The tables of a run, and whether its numbers count. */
export function resultOf(report: BenchReport): BenchResult {
  const bad = report.rows.flatMap(({ name, errors, rate }) =>
    errors > 0
      ? [`${name}: ${errors} purchases went wrong`]
      : rate === 0
        ? [`${name}: not one purchase was answered`]
        : [],
  );
  const verdict =
    bad.length === 0
      ? ['No errors, and the books were sound after every row.']
      : ['These figures do not count.', ...bad];
  return { lines: [reportText(report), ...verdict], exitCode: bad.length === 0 ? 0 : 1, report };
}

/** The tables in Markdown. */
function reportText({ rows, ratios }: BenchReport): string {
  const entries = Object.entries(ratios) as [keyof Ratios, number | null][];
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
      rows.map((row) => [row.name, ...PROCESSES.map((name) => ms(row.cpuSeconds[name])), ms(sum(row))]),
    ),
    '',
    table(
      ['ratio', 'is', ''],
      entries.map(([name, value]) => [name, MEANING[name], value === null ? '–' : value.toFixed(2)]),
    ),
    '',
  ].join('\n');
}

const ms = (seconds: number | null | undefined): string => (seconds == null ? '–' : (seconds * 1_000).toFixed(3));

function sum({ cpuSeconds }: MeasuredRow): number | null {
  const known = PROCESSES.flatMap((name) => cpuSeconds[name] ?? []);
  return known.length === 0 ? null : known.reduce((total, seconds) => total + seconds, 0);
}

/** A Markdown table: the first column is left-aligned, all others right-aligned. */
export function table(head: string[], body: string[][]): string {
  const widths = head.map((_, i) => Math.max(...[head, ...body].map((cells) => cells[i]?.length ?? 0)));
  const pad = (text: string, i: number) => (i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0));
  const line = (cells: string[]) => `| ${cells.map(pad).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(Math.max(1, width - 1))}:`)).join(' | ')} |`;
  return [line(head), rule, ...body.map(line)].join('\n');
}
