import { formatNaira } from '../../shared/money';
import type { FindingValue } from './books.store';
import type { BooksReport } from './verify-books';

/** A report of the books as the outside reads it, which can be written as JSON. */
export type BooksReportJson = {
  sound: boolean;
  totals: Record<string, unknown>;
  findings: { id: string; title: string; count: number; rows: Record<string, unknown>[] }[];
};

export const toBooksReportJson = (report: BooksReport): BooksReportJson =>
  toJsonValue({ ...report, totals: { ...report.totals } }) as BooksReportJson;

type Shown = FindingValue | object | undefined;

/** Money as naira text under its plain name, other whole numbers too large for JSON as text. */
export function toJsonValue(value: Shown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(toJsonValue);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const entries = Object.entries(value).map(([name, each]: [string, Shown]) =>
    typeof each === 'bigint' && name.endsWith('Kobo')
      ? [name.slice(0, -'Kobo'.length), formatNaira(each)]
      : [name, toJsonValue(each)],
  );
  return Object.fromEntries(entries);
}
