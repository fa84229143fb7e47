import { asSigned, listClosedDays, listPulls } from '@topup/core/reconciliation';
import { formatNaira } from '@topup/core/shared';
import { type Report, table, time } from '../../output';
import { requireProvider } from '../../providers';
import { withDatabase } from '../../with-database';

type Filter = { provider?: string; limit: number };

/** The days that persons have signed. */
export async function closedDays({ provider, limit }: Filter): Promise<Report> {
  if (provider !== undefined) requireProvider(provider);
  const days = await withDatabase((db) => listClosedDays(db, { provider, limit }));
  const rows = days.map((one) => [
    ...[one.day, one.provider, formatNaira(one.closingKobo), formatNaira(one.costKobo)],
    ...[formatNaira(one.floatClosingKobo), formatNaira(one.carriedKobo), one.closedBy, time(one.closedAt)],
  ]);
  const headings = ['DAY', 'PROVIDER', 'CLOSING', 'COST', 'FLOAT', 'CARRIED', 'CLOSED BY', 'CLOSED AT'];
  return {
    json: days.map(asSigned),
    text: table(headings, rows, 'No day is closed.'),
  };
}

/** What was read of statements, by the API of a provider or from a file, and what could not be read. */
export async function pulls({ provider, limit }: Filter): Promise<Report> {
  if (provider !== undefined) requireProvider(provider);
  const read = (await withDatabase((db) => listPulls(db, limit))).filter(
    (one) => provider === undefined || one.provider === provider,
  );
  const rows = read.map((one) => [
    ...[String(one.id), time(one.at), one.provider, one.source, time(one.since), time(one.until)],
    ...[String(one.rows), String(one.added), one.fault ?? '-'],
  ]);
  const headings = ['ID', 'READ AT', 'PROVIDER', 'SOURCE', 'SINCE', 'UNTIL', 'ROWS', 'NEW', 'FAULT'];
  return { json: read, text: table(headings, rows, 'No statement was read.') };
}
