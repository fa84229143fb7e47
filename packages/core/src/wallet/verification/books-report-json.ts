import { toWire } from '../../shared/wire';
import type { BooksReport } from './verify-books';

/** A verification report as JSON: amounts are naira texts. */
export type BooksReportJson = {
  sound: boolean;
  totals: Record<string, unknown>;
  /** Of test accounts. A report that was stored before there were any has none. */
  testTotals?: Record<string, unknown>;
  findings: { id: string; title: string; count: number; rows: Record<string, unknown>[] }[];
};

export const toBooksReportJson = (report: BooksReport): BooksReportJson => toWire(report) as BooksReportJson;
