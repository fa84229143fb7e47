import {
  type CsvColumns,
  csvColumns,
  importByHand,
  isZone,
  previewStatement,
  withdrawByHand,
} from '@topup/core/reconciliation';
import { readMoment } from '@topup/core/time';
import type { FilePreview, ImportedFile, WithdrawnImport } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { PLACE } from '../../http/pagination';
import { line, readFields, textRule } from '../../http/read-fields';
import { done, notFound, refusalOf } from '../../http/refusal';

/** Of a file in UTF-8: about 20,000 rows. A larger one is for `ops recon import`. */
const MOST_BYTES = 2 * 1024 * 1024;

const text = textRule('must be a file of at most 2 MiB: `ops recon import` reads larger ones', (given) =>
  Buffer.byteLength(given) <= MOST_BYTES ? given : null,
);
const zone = textRule('must be an offset such as +01:00, -04:00 or Z', (given) => (isZone(given) ? given : null));
const columns = Joi.object<CsvColumns>(
  Object.fromEntries(csvColumns.map((column) => [column, Joi.string().trim().max(1_000)])),
);
const moment = (end: 'from' | 'to') =>
  textRule('must be a day of Lagos such as 2026-11-22, or a time with its offset', (given) => readMoment(given, end));

/** Shows how a file would be read, and keeps nothing. */
export function previewFile({ clock }: Pick<Deps, 'clock'>): RequestHandler {
  const body = Joi.object<{ text: string; zone: string; columns?: CsvColumns }>({ text, zone, columns });
  return (request, response) => {
    const { text, ...shape } = readFields(body, request.body);
    const { range, ...read } = previewStatement(text, { ...shape, now: clock.now() });
    response.json({
      ...read,
      since: range?.from.toISOString() ?? null,
      until: range?.to.toISOString() ?? null,
    } satisfies FilePreview);
  };
}

type Body = { provider: string; text: string; columns: CsvColumns; zone: string; since: Date; until: Date };

/** Keeps the rows of a file, and compares them with what we have booked. */
export function importFile({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler {
  const known = operator.providers.map(({ name }) => name);
  const body = Joi.object<Body>({
    provider: line,
    text,
    columns: columns.required(),
    zone,
    since: moment('from'),
    until: moment('to'),
  });
  return async (request, response) => {
    const { provider, text, columns, zone, since, until } = readFields(body, request.body);
    if (!known.includes(provider)) throw refusalOf({ kind: 'no_such_provider', provider, known });
    if (since >= until) throw refusalOf({ kind: 'range_empty' });
    const file = { provider, text, shape: { columns, zone }, range: { from: since, to: until } };
    const imported = done(await importByHand(db, byOf(response), file));
    const { rows, added, known: before, skipped, opened, cleared, open } = imported;
    response.json({ rows, added, known: before, skipped, opened, cleared, open } satisfies ImportedFile);
  };
}

/** Takes back a file as a whole, and compares again what is left. */
export function withdrawFile({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const text = String(request.params.id);
    if (!PLACE.number.test(text)) throw notFound('import');
    const { rows } = done(await withdrawByHand(db, byOf(response), BigInt(text)));
    response.json({ id: text, rows } satisfies WithdrawnImport);
  };
}
