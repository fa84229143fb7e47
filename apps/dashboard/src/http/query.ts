import { productTypes } from '@topup/core/product';
import { searchedStatuses } from '@topup/core/reporting';
import { readMoment } from '@topup/core/time';
import type { Range } from '@topup/dashboard-contract';
import Joi from 'joi';
import { PAGE_ROWS } from './pagination';

const ranges: readonly Range[] = ['24h', '7d', '30d'];

/** The query parameters of lists. An empty text counts as absent. */
export const query = {
  /** The first moment. A day without a time is one of the zone that `readFields` is given. */
  from: () => moment('from'),
  /** The first moment after the range. A day without a time is included in the range. */
  to: () => moment('to'),
  search: () => text(50),
  /** The text to look for everywhere. */
  anything: () => text(100).min(2).required(),
  text,
  product: () => oneOf(productTypes),
  status: () => oneOf(searchedStatuses),
  oneOf,
  /** The last 24 hours unless another one is named. */
  range: () => oneOf(ranges).default('24h'),
  /** False when it is absent. */
  flag: () => Joi.boolean().empty('').default(false),
  cursor: () => optional(Joi.string().max(200)),
  limit: (usual = PAGE_ROWS) => Joi.number().integer().min(1).max(100).empty('').default(usual),
};

function oneOf(words: readonly string[]) {
  return optional(Joi.string().valid(...words));
}

/** PostgreSQL takes no NUL in a text, and no searched text has another control character. */
function text(longest: number) {
  const line = Joi.string()
    .trim()
    .max(longest)
    .pattern(/^\P{Cc}+$/u);
  return optional(line.messages({ 'string.pattern.base': '{#label} must not contain control characters' }));
}

function optional(schema: Joi.StringSchema) {
  return schema.empty('');
}

function moment(end: 'from' | 'to') {
  return optional(
    Joi.string()
      .custom((text: string, { error, prefs }) => readMoment(text, end, zoneOf(prefs)) ?? error('moment'))
      .messages({ moment: '{#label} must be a day like 2026-11-22, or a time like 2026-11-22T09:30:00Z' }),
  );
}

/** @throws Error in a route that does not say in which zone its reader means days */
function zoneOf({ context }: Joi.ValidationOptions): string {
  if (typeof context?.zone !== 'string') throw new Error('days were read without the zone of their reader');
  return context.zone;
}
