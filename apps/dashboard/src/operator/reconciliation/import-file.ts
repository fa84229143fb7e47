import {
  type CsvColumns,
  csvColumns,
  importByHand,
  isZone,
  previewStatement,
  withdrawByHand,
} from '@topup/core/reconciliation';
import { pick } from '@topup/core/shared';
import { readMoment } from '@topup/core/time';
import type { FilePreview, ImportedFile, WithdrawnImport } from '@topup/dashboard-contract';
import type { Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { numberOf, serveChange } from '../../http/change';
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

const PREVIEWED = Joi.object<{ text: string; zone: string; columns?: CsvColumns }>({ text, zone, columns });

type Body = { provider: string; text: string; columns: CsvColumns; zone: string; since: Date; until: Date };

export function serveImports(router: Router, { db, clock, operator }: Pick<Deps, 'db' | 'clock' | 'operator'>): void {
  const known = operator.providers.map(({ name }) => name);
  // shows how a file would be read, and keeps nothing
  router.post('/reconciliation/import/preview', (request, response) => {
    const { text, ...shape } = readFields(PREVIEWED, request.body);
    const { range, ...read } = previewStatement(text, { ...shape, now: clock.now() });
    response.json({
      ...read,
      since: range?.from.toISOString() ?? null,
      until: range?.to.toISOString() ?? null,
    } satisfies FilePreview);
  });
  // keeps the rows of a file, and compares them with what we have booked
  serveChange(router, '/reconciliation/import', {
    body: Joi.object<Body>({
      provider: line,
      text,
      columns: columns.required(),
      zone,
      since: moment('from'),
      until: moment('to'),
    }),
    make: async ({ provider, text, columns, zone, since, until }, by) => {
      if (!known.includes(provider)) throw refusalOf({ kind: 'no_such_provider', provider, known });
      if (since >= until) throw refusalOf({ kind: 'range_empty' });
      return importByHand(db, by, { provider, text, shape: { columns, zone }, range: { from: since, to: until } });
    },
    answer: (imported): ImportedFile =>
      pick(imported, 'rows', 'added', 'known', 'skipped', 'opened', 'cleared', 'open'),
  });
  // takes back a file as a whole, and compares again what is left
  serveChange(router, '/reconciliation/imports/:id/withdraw', {
    of: numberOf('import'),
    make: (_, by, id) => withdrawByHand(db, by, id),
    answer: ({ rows }, _, id): WithdrawnImport => ({ id: String(id), rows }),
  });
}
