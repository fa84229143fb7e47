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
import { change, numberOf } from '../../http/change';
import { line, readFields, textRule } from '../../http/read-fields';
import { refusalOf } from '../../http/refusal';

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
  const all = operator.providers.map(({ name }) => name);
  return change({
    body: Joi.object<Body>({
      provider: line,
      text,
      columns: columns.required(),
      zone,
      since: moment('from'),
      until: moment('to'),
    }),
    make: async ({ provider, text, columns, zone, since, until }, by) => {
      if (!all.includes(provider)) throw refusalOf({ kind: 'no_such_provider', provider, known: all });
      if (since >= until) throw refusalOf({ kind: 'range_empty' });
      return importByHand(db, by, { provider, text, shape: { columns, zone }, range: { from: since, to: until } });
    },
    answer: ({ rows, added, known, skipped, opened, cleared, open }): ImportedFile => {
      return { rows, added, known, skipped, opened, cleared, open };
    },
  });
}

/** Takes back a file as a whole, and compares again what is left. */
export const withdrawFile = ({ db }: Pick<Deps, 'db'>): RequestHandler =>
  change({
    of: numberOf('import'),
    make: (_, by, id) => withdrawByHand(db, by, id),
    answer: ({ rows }, _, id): WithdrawnImport => ({ id: String(id), rows }),
  });
