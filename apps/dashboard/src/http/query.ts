import { productTypes } from '@topup/core/provider';
import { purchaseStates } from '@topup/core/purchase';
import Joi from 'joi';
import { PAGE_ROWS } from './pagination';

/** Lagos is an hour ahead of UTC all year. */
const LAGOS = '+01:00';
const DAY_MS = 86_400_000;

const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** The query parameters of lists. An empty text counts as absent. */
export const query = {
  /** The first moment. A day without a time begins at midnight in Lagos. */
  from: () => instant((day) => day),
  /** The first moment after the range. A day without a time is included in the range. */
  to: () => instant((day) => new Date(day.getTime() + DAY_MS)),
  search: () => text(50),
  text,
  product: () => oneOf(productTypes),
  status: () => oneOf(purchaseStates),
  oneOf,
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

function instant(ofDay: (day: Date) => Date) {
  return optional(
    Joi.string()
      .custom((text: string, helpers) => {
        const isDay = DAY.test(text);
        const read = new Date(isDay ? `${text}T00:00:00${LAGOS}` : text);
        if ((!isDay && !TIME.test(text)) || Number.isNaN(read.getTime())) return helpers.error('instant');
        return isDay ? ofDay(read) : read;
      })
      .messages({ instant: '{#label} must be a day like 2026-11-22, or a time like 2026-11-22T09:30:00Z' }),
  );
}

/** The day in Lagos, such as 2026-11-22. */
export const dayInLagos = (at: Date): string => new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10);
