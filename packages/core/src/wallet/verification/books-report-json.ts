import { formatNaira } from '../../shared/money';
import type { FindingValue } from './books.store';
import type { BooksReport } from './verify-books';

/** A verification report as JSON: amounts are naira texts. */
export type BooksReportJson = {
  sound: boolean;
  totals: Record<string, unknown>;
  /** Of test accounts. A report that was stored before there were any has none. */
  testTotals?: Record<string, unknown>;
  findings: { id: string; title: string; count: number; rows: Record<string, unknown>[] }[];
};

export const toBooksReportJson = (report: BooksReport): BooksReportJson =>
  toJsonValue({ ...report, totals: { ...report.totals }, testTotals: { ...report.testTotals } }) as BooksReportJson;

type Value = FindingValue | object | undefined;

/**
 * `fooKobo` becomes `foo` as naira text; any other bigint becomes text, because no JSON number holds it exactly.
 */
export function toJsonValue(value: Value): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(toJsonValue);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const entries = Object.entries(value).map(([name, each]: [string, Value]) =>
    typeof each === 'bigint' && name.endsWith('Kobo')
      ? [name.slice(0, -'Kobo'.length), formatNaira(each)]
      : [name, toJsonValue(each)],
  );
  return Object.fromEntries(entries);
}
