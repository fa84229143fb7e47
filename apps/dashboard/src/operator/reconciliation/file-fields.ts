import { type CsvColumns, csvColumns, isZone, previewStatement } from '@topup/core/reconciliation';
import type { Clock } from '@topup/core/shared';
import type { FilePreview } from '@topup/dashboard-contract';
import type { Router } from 'express';
import Joi from 'joi';
import { readFields, textRule } from '../../http/read-fields';

/** Of a file in UTF-8: about 20,000 rows. A larger one is for `ops`. */
const MOST_BYTES = 2 * 1024 * 1024;

const text = textRule('must be a file of at most 2 MiB: `ops` reads larger ones', (given) =>
  Buffer.byteLength(given) <= MOST_BYTES ? given : null,
);
const zone = textRule('must be an offset such as +01:00, -04:00 or Z', (given) => (isZone(given) ? given : null));
const columns = Joi.object<CsvColumns>(
  Object.fromEntries(csvColumns.map((column) => [column, Joi.string().trim().max(1_000)])),
);

/** The fields of a file that is imported. */
export const FILE = { text, columns: columns.required(), zone };

const PREVIEWED = Joi.object<{ text: string; zone: string; columns?: CsvColumns }>({ text, zone, columns });

/** Shows how a file would be read, and keeps nothing. */
export function servePreview(router: Router, path: string, clock: Clock): void {
  router.post(path, (request, response) => {
    const { text, ...shape } = readFields(PREVIEWED, request.body);
    const { range, ...read } = previewStatement(text, { ...shape, now: clock.now() });
    response.json({
      ...read,
      since: range?.from.toISOString() ?? null,
      until: range?.to.toISOString() ?? null,
    } satisfies FilePreview);
  });
}
