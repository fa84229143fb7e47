import { isOneLine, isUuid } from '@topup/core/shared';
import type { Request } from 'express';
import Joi from 'joi';
import { notFound, Refusal } from './refusal';

/** Of the unknown parameters, the error shows so many, and so many characters of each. */
const MOST_NAMED = 10;
const MOST_OF_A_NAME = 50;

/**
 * Parses a body. `zone`: in which the reader means days (`timeZoneOf`); needed with `query.from` and `to`.
 * @throws Refusal 400 `validation_failed`, which names every wrong field
 */
export const readFields = <T>(schema: Joi.ObjectSchema<T>, given: unknown, zone?: string): T =>
  parse(schema, given, { stripUnknown: true, context: { zone } });

/**
 * The same of a query, in which an unknown parameter is wrong: without a misspelt filter, a list shows other rows. Of
 * files, `sendCsv` reads `for`.
 */
export function readQuery<T>(schema: Joi.ObjectSchema<T>, { path, query }: Request, zone?: string): T {
  const { for: _, ...ofFile } = query;
  return parse(schema, path.endsWith('.csv') ? ofFile : query, { context: { zone } });
}

/** The id in a path, in lower case. @throws Refusal 404 when it is not an id, so that no `what` can have it */
export function parseIdParam(request: Request, what: string): string {
  const { id } = request.params;
  if (typeof id !== 'string' || !isUuid(id)) throw notFound(what);
  return id.toLowerCase();
}

function parse<T>(schema: Joi.ObjectSchema<T>, given: unknown, options: Joi.ValidationOptions): T {
  const { value, error } = schema.validate(given ?? {}, {
    ...options,
    abortEarly: false,
    errors: { wrap: { label: false } },
  });
  if (error === undefined) return value;
  const isUnknown = ({ type }: Joi.ValidationErrorItem) => type === 'object.unknown';
  const unknown = error.details.filter(isUnknown).map(({ path }) => String(path[0]).slice(0, MOST_OF_A_NAME));
  const faults = [
    ...error.details.filter((item) => !isUnknown(item)).map(({ path, message }) => [path.join('.'), message] as const),
    ...unknown
      .slice(0, MOST_NAMED)
      .map((name) => [name, `${JSON.stringify(name)} is not a parameter of this request`] as const),
  ];
  const message = faults.map(([, fault]) => fault).join('. ');
  throw new Refusal(400, 'validation_failed', message, Object.fromEntries(faults));
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
export const line = textRule('must be one line of 1 to 200 characters', (text) => readLine(text));

/** Its text; null when it is none. */
export function readLine(text: string, most = 200): string | null {
  const trimmed = text.trim();
  return trimmed === '' || [...trimmed].length > most || !isOneLine(trimmed) ? null : trimmed;
}
