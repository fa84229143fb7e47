import { formatNaira } from '../money';
import type { AuditValue } from './books.store';
import type { BooksReport } from './verify-books';

/** A report of the books as the outside reads it, which can be written as JSON. */
export type ToldBooks = {
  sound: boolean;
  totals: Record<string, unknown>;
  findings: { id: string; title: string; count: number; rows: Record<string, unknown>[] }[];
};

export const toldBooks = (report: BooksReport): ToldBooks =>
  toldValue({ ...report, totals: { ...report.totals } }) as ToldBooks;

type Shown = AuditValue | object | undefined;

/** Money as naira text under its plain name, other whole numbers too large for JSON as text. */
export function toldValue(value: Shown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(toldValue);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const entries = Object.entries(value).map(([name, each]: [string, Shown]) =>
    typeof each === 'bigint' && name.endsWith('Kobo')
      ? [name.slice(0, -'Kobo'.length), formatNaira(each)]
      : [name, toldValue(each)],
  );
  return Object.fromEntries(entries);
}
