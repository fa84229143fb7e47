import { AppError } from '@topup/core/errors';
import { MOMENT_PATTERN, readMoment } from '@topup/core/time';
import type { Request } from 'express';
import Joi from 'joi';
import type { Json } from '../openapi/document';
import type { Field } from './fields';

/** The query parameters of a list. `parameters` documents them. */
type ListQuery<T> = { fields: Joi.ObjectSchema<T>; parameters: Json[] };

/** How a list writes the place of a row into its cursors, and reads it: null when it has not written this text. */
export type Places<Place> = { write(place: Place): string; read(text: string): Place | null };

/** One page that was asked for: at most `limit` rows that match the filter and come after the place `after`. */
type PageRequest<T, Place> = { filter: T; after: Place | null; limit: number };

type Filters<F> = { [K in keyof F]?: F[K] extends Field<infer T> ? T : never };

const MOST_ROWS = 100;
/** How many rows a page has at most, unless `limit` says it. */
export const USUAL_ROWS = 50;
/** Of the unknown parameters, the error shows so many, and so many characters of each. */
const MOST_NAMED = 10;
const MOST_OF_A_NAME = 50;

/** The kinds of parameter that only lists have. */
export const pageField = {
  /** The first moment of a range. A day begins at midnight in Lagos. */
  from: (what: string): Field<Date> => moment(`${what} at this time or later`, 'from'),
  /** The first moment after a range. A day without a time is included in the range. */
  to: (what: string): Field<Date> => moment(`${what} before this time, or on this day or earlier`, 'to'),
};

/** A whole number. `unit`: what the error calls it. */
const numberWithin = (
  least: number,
  most: number,
  usual: number,
  unit: string,
  description: string,
): Field<number> => ({
  rule: Joi.any()
    .custom((text: string, { error }) => {
      const value = /^[0-9]{1,3}$/.test(text) ? Number(text) : -1;
      return value >= least && value <= most ? value : error('within');
    })
    .messages({ within: `{#label} must be a number${unit} from ${least} to ${most}` }),
  schema: { type: 'integer', minimum: least, maximum: most, default: usual, description },
});

const limit = numberWithin(1, MOST_ROWS, USUAL_ROWS, '', 'How many rows to return at most.');

/** A place in the list. `read`: null for a text that names none. `fault`: what the error says of it. */
const placeField = <T>(read: (text: string) => T | null, fault: string, description: string): Field<T> => ({
  rule: Joi.any()
    .custom((text: string, { error }) => read(text) ?? error('place'))
    .messages({ place: `{#label} ${fault}` }),
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,100}$', description },
});

/** The query of a list with these filters, which are all optional. */
export const pageQuery = <F extends Record<string, Field<unknown>>, Place>(filters: F, places: Places<Place>) =>
  listQuery({
    ...filters,
    limit,
    cursor: placeField(
      (text) => readCursor(text, places),
      'is not one that this list has returned',
      'The `next_cursor` of the page before. Send the same filters with it.',
    ),
  });

/**
 * The query of a list that is read forwards forever: from the place `after`, or from now on, and waiting for `wait`
 * seconds where there is nothing yet.
 */
export const feedQuery = <Place>(places: Places<Place>, mostSeconds: number) =>
  listQuery({
    after: placeField(
      (text) => (text === 'now' ? text : readCursor(text, places)),
      'must be the next_cursor of an earlier page, or now',
      'The `next_cursor` of the page before; or `now`, which returns no row and the cursor of now.',
    ),
    limit,
    wait: numberWithin(0, mostSeconds, 0, ' of seconds', 'For how many seconds to wait for a row if there is none.'),
  });

function listQuery<F extends Record<string, Field<unknown>>>(fields: F): ListQuery<Filters<F>> {
  const all = Object.entries<Field<unknown>>(fields);
  return {
    fields: Joi.object(Object.fromEntries(all.map(([name, { rule }]) => [name, rule]))),
    parameters: all.map(([name, field]) => {
      const { description = '', ...schema } = field.schema;
      return { name, in: 'query', required: false, description, schema };
    }),
  };
}

/**
 * The page that a request asks for.
 * @throws AppError validation_failed, as `readListQuery`
 */
export function readPageQuery<T extends { limit?: number; cursor?: Place }, Place>(
  known: ListQuery<T & { cursor?: Place }>,
  query: Request['query'],
): PageRequest<Omit<T, 'limit' | 'cursor'>, Place> {
  const { limit = USUAL_ROWS, cursor: after = null, ...filter } = readListQuery(known, query);
  return { filter, after, limit };
}

/**
 * The parameters that a request gives. An empty one counts as absent. One that the list does not have is an error:
 * ignoring a misspelt filter answers another question, with rows that a program may take for its own.
 * @throws AppError validation_failed, which names every parameter that is wrong, unknown or named twice
 */
export function readListQuery<T>({ fields, parameters }: ListQuery<T>, query: Request['query']): T {
  const names = parameters.map((parameter) => String(Object(parameter).name));
  const given = names.flatMap((name) => (query[name] === undefined || query[name] === '' ? [] : [[name, query[name]]]));
  const unknown = Object.keys(query)
    .filter((name) => !names.includes(name))
    .slice(0, MOST_NAMED)
    .map((name) => `${JSON.stringify(name.slice(0, MOST_OF_A_NAME))} is not a parameter of this list`);
  const repeated = given.filter(([, value]) => Array.isArray(value)).map(([name]) => `${name} is named more than once`);
  const once = Object.fromEntries(given.filter(([, value]) => !Array.isArray(value)));
  const { value, error } = fields.validate(once, {
    abortEarly: false,
    convert: false,
    errors: { wrap: { label: false } },
  });
  const faults = [...repeated, ...(error?.details.map(({ message }) => message) ?? []), ...unknown];
  if (faults.length > 0) throw new AppError('validation_failed', faults.join('; '));
  return value as T;
}

/** The answer with one page. `rows`: one more than `limit`, when there are more. */
export function pageAnswer<Row extends Place, Place>(
  message: string,
  rows: Row[],
  { limit }: { limit: number },
  places: Places<Place>,
  toItem: (row: Row) => Record<string, unknown>,
): Record<string, unknown> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return pageUntil(message, shown.map(toItem), last ?? null, places);
}

/** The same of a list that knows at which place its page ends; null: at the end of the list. */
export function pageUntil<Place>(
  message: string,
  data: Record<string, unknown>[],
  end: Place | null,
  places: Places<Place>,
): Record<string, unknown> {
  const next_cursor = end === null ? null : Buffer.from(places.write(end)).toString('base64url');
  return { status: 'success', message, data, next_cursor };
}

/** Null for a text that `pageAnswer` did not write. */
function readCursor<Place>(cursor: string, places: Places<Place>): Place | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  return Buffer.from(text).toString('base64url') === cursor ? places.read(text) : null;
}

function moment(what: string, end: 'from' | 'to'): Field<Date> {
  return {
    rule: Joi.any()
      .custom((text: string, { error }) => readMoment(text, end) ?? error('moment'))
      .messages({ moment: '{#label} must be a day like 2026-11-22, or a time like 2026-11-22T09:30:00Z' }),
    schema: {
      type: 'string',
      pattern: MOMENT_PATTERN,
      description: `${what}: a time such as \`2026-11-22T09:30:00Z\`, or a day in Lagos such as \`2026-11-22\`.`,
    },
  };
}
