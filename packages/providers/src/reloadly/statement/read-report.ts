import { parseExact } from '../../http/exact';
import { field, isRecord } from '../../http/json';
import { isSuccess } from '../answer/read-answer';
import { readTopUp, type TopUp } from '../answer/read-top-up';

export type ReportRow = { topUp: TopUp & { id: string }; raw: Record<string, unknown> };

/** One page of the list of top-ups, or why it cannot be used. `total`: the rows of all pages. */
export type ReportPage =
  | { kind: 'page'; rows: ReportRow[]; isLast: boolean; total: number }
  | { kind: 'unreadable'; reason: string };

/** The most rows that Reloadly puts on one page. */
export const PAGE_SIZE = 500;

/**
 * Reads a page of `GET /topups/reports/transactions`. A page with one row that is not a top-up is not readable: what a
 * row hides could be the order that is looked for.
 */
export function readReport(httpStatus: number, bodyText: string): ReportPage {
  if (!isSuccess(httpStatus)) return unreadable(`HTTP ${httpStatus}`);
  const body = parseExact(bodyText);
  if (body === undefined) return unreadable('the answer is not JSON');
  const content = field(body, 'content');
  const last = field(body, 'last');
  const total = field(body, 'totalElements');
  if (!Array.isArray(content) || typeof last !== 'boolean' || typeof total !== 'string' || !/^[0-9]{1,9}$/.test(total))
    return unreadable('the answer is not a page of the list');
  const rows = content.map(readRow).filter((row) => row !== null);
  if (rows.length < content.length) return unreadable('a row of the list is not readable');
  return { kind: 'page', rows, isLast: last, total: Number(total) };
}

function readRow(raw: unknown): ReportRow | null {
  const topUp = readTopUp(raw);
  return isRecord(raw) && topUp.id !== null ? { topUp: { ...topUp, id: topUp.id }, raw } : null;
}

const unreadable = (reason: string): ReportPage => ({ kind: 'unreadable', reason });
