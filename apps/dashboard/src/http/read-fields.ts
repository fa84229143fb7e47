import { isOneLine } from '@topup/core/shared';
import Joi from 'joi';
import { Refusal } from './refusal';

/**
 * Parses a body or a query. `zone`: in which the reader means days (`timeZoneOf`); needed with `query.from` and `to`.
 * @throws Refusal 400 `validation_failed`, which names every wrong field
 */
export function readFields<T>(schema: Joi.ObjectSchema<T>, given: unknown, zone?: string): T {
  const { value, error } = schema.validate(given ?? {}, {
    context: { zone },
    abortEarly: false,
    stripUnknown: true,
    errors: { wrap: { label: false } },
  });
  if (error === undefined) return value;
  const fields = Object.fromEntries(error.details.map(({ path, message }) => [path.join('.'), message]));
  throw new Refusal(400, 'validation_failed', error.message, fields);
}

/** A Joi rule from a parser: when `read` returns null, the error says what the value `must` be. */
export function textRule<T>(must: string, read: (text: string) => T | null): Joi.AnySchema<T> {
  return Joi.any()
    .required()
    .custom(
      (value: unknown, helpers) => (typeof value === 'string' ? read(value) : null) ?? helpers.error('any.custom'),
    )
    .messages({ 'any.custom': `{{#label}} ${must}`, 'any.required': `{{#label}} ${must}` });
}

/** One line of text: 1 to 200 characters, no control characters. Spaces at both ends are removed. */
export const line = textRule('must be one line of 1 to 200 characters', readLine);

/** Its text; null when it is none. */
export function readLine(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' || [...trimmed].length > 200 || !isOneLine(trimmed) ? null : trimmed;
}
