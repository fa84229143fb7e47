import { AppError } from '@topup/core/errors';
import { recipients } from '@topup/core/product';
import { referenceFault } from '@topup/core/purchase';
import { formatNaira, parseNaira } from '@topup/core/shared';
import type { Bounds } from '@topup/settings';
import Joi from 'joi';
import type { Schema } from '../openapi/document';
import type { JsonBody } from './parse-json';

/** One field of a request: the rule that checks it, and the JSON Schema that says the same. `T` is what is read. */
export type Field<T> = { rule: Joi.AnySchema<T>; schema: Schema; optional?: true };

/** The body of a request: a JSON object of fields, all required but the `optional` ones. Other keys are ignored. */
type RequestBody<T> = { rules: Joi.ObjectSchema<T>; schema: Schema };

type Values<F> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** Result of `readFields` for a body. */
export type FieldsOf<B> = B extends RequestBody<infer T> ? T : never;

export function requestBody<F extends Record<string, Field<unknown>>>(fields: F): RequestBody<Values<F>> {
  const entries = Object.entries(fields);
  const required = entries.flatMap(([name, { optional }]) => (optional ? [] : name));
  const rules = Object.fromEntries(
    entries.map(([name, { rule, optional }]) => [name, optional ? rule : rule.required()]),
  );
  const properties = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
  return { rules: Joi.object(rules), schema: { type: 'object', properties, required } };
}

/**
 * No control characters, in the part of regular expressions that every language has: clients are generated from it, and
 * many compile it without Unicode. What it cannot say is said in words.
 */
const PRINTABLE = '^[^\\x00-\\x1F\\x7F-\\x9F]+$';

const NAIRA = 'a number or decimal string greater than zero, with at most nine digits and two decimals';

/** The kinds of field that requests have. Descriptions are shown in the OpenAPI document. */
export const field = {
  /** Well-formed Unicode without control characters. The length is counted in code points. */
  text: (maxLength: number, description: string): Field<string> => ({
    rule: Joi.string()
      .custom(cleanText(maxLength))
      .messages({
        'string.control': '{#label} must not contain control characters',
        'string.unicode': '{#label} must be well-formed Unicode',
        'string.long': `{#label} must be at most ${maxLength} characters`,
      }),
    schema: { type: 'string', minLength: 1, maxLength, pattern: PRINTABLE, description },
  }),

  /** The reference of a new purchase: people must be able to tell it from any other that looks the same. */
  requestRef: (): Field<string> => {
    const { rule, schema } = field.text(
      50,
      'Your reference for this purchase, compared exactly. Your account can use it only once, so a UUID is a good choice. ' +
        'It has no white space at its ends and no invisible or direction-changing characters. It is neither `.` nor `..`.',
    );
    return {
      rule: rule.custom(legibleReference).messages({
        'reference.dots': '{#label} must not be . or ..',
        'reference.blank': '{#label} must not begin or end with white space',
        'reference.invisible': '{#label} must not contain invisible or direction-changing characters',
      }),
      schema,
    };
  },

  /** The reference of an earlier purchase. Version 0.1 accepted every text, and those purchases must be found. */
  anyReference: (): Field<string> => field.text(50, 'Your reference for the purchase, compared exactly.'),

  /** The number of a customer. `what`: which one it is, as the start of the description. */
  recipient: (kind: keyof typeof recipients, what: string): Field<string> => {
    const { pattern, form } = recipients[kind];
    const rule = Joi.string().pattern(new RegExp(pattern));
    return {
      rule: rule.messages({ 'string.pattern.base': `{#label} must be ${form}` }),
      schema: { type: 'string', pattern, description: `${what}: ${form}.` },
    };
  },

  /** The number 1, for what can be bought once at a time. */
  one: (description: string): Field<number> => ({
    rule: Joi.number().valid(1).messages({ 'any.only': '{#label} must be 1' }),
    schema: { type: 'integer', minimum: 1, maximum: 1, description },
  }),

  /** An amount as a client may send it, read as kobo. */
  naira: (description: string): Field<bigint> => ({
    rule: Joi.any<bigint>()
      .custom((value, helpers) => parseNaira(value) ?? helpers.error('naira'))
      .messages({
        naira: `{#label} must be ${NAIRA}`,
      }),
    schema: {
      description: `${description} It must be ${NAIRA}.`,
      anyOf: [
        // Without `multipleOf` 0.01: in binary, 100.1 is not a multiple of it, and validators would reject it.
        { type: 'number', exclusiveMinimum: 0, maximum: 999_999_999.99 },
        { type: 'string', pattern: '^(?![0.]+$)[0-9]{1,9}(\\.[0-9]{1,2})?$' },
      ],
    },
  }),

  /** The same, within the bounds that `readFields` gets for the value of the field `by`. */
  nairaWithin: (by: string, description: string): Field<bigint> => {
    const { rule, schema } = field.naira(description);
    return {
      rule: rule.custom(withinBounds(by)).messages({ bounds: '{#label} must be between {#min} and {#max}' }),
      schema,
    };
  },

  /** The same, or null. */
  orNull: <T>({ rule, schema }: Field<T>): Field<T | null> => ({
    rule: rule.allow(null),
    schema: { ...schema, type: ['string', 'null'] },
  }),

  /** The same, or no such field. */
  optional: <T>(each: Field<T>): Field<T | undefined> => ({ ...each, optional: true }),

  oneOf: <T extends string>(values: readonly T[], description?: string): Field<T> => ({
    rule: Joi.string<T>().valid(...values),
    schema: { type: 'string', enum: values, ...(description === undefined ? {} : { description }) },
  }),
};

/**
 * The fields of a body, checked.
 * @param bounds of `amount`, by the value of the field that `field.nairaWithin` names
 * @throws AppError validation_failed, which names every field at fault, and every key that the body names twice
 */
export function readFields<T>({ rules }: RequestBody<T>, { fields, repeatedKeys }: JsonBody, bounds: Bounds = {}): T {
  const { value, error } = rules.validate(fields, {
    abortEarly: false,
    convert: false,
    stripUnknown: true,
    errors: { wrap: { label: false } },
    context: { bounds },
  });
  const faults = [
    ...repeatedKeys.map((key) => `${JSON.stringify(key)} is named more than once`),
    ...(error?.details.map(({ message }) => message) ?? []),
  ];
  if (faults.length > 0) throw new AppError('validation_failed', faults.join('; '));
  return value;
}

function withinBounds(by: string): Joi.CustomValidator {
  return (amountKobo: unknown, helpers) => {
    if (typeof amountKobo !== 'bigint') return amountKobo; // named already: it is no amount
    const bounds: Bounds = helpers.prefs.context?.bounds ?? {};
    const { min, max } = rangeOf(bounds, helpers.state.ancestors[0][by]);
    if (amountKobo >= min && amountKobo <= max) return amountKobo;
    return helpers.error('bounds', { min: formatNaira(min), max: formatNaira(max) });
  };
}

/** The range of one value of the field. Of a wrong value, the range that contains all others. */
function rangeOf(bounds: Bounds, value: unknown): Bounds[string] {
  const own = Object.entries(bounds).find(([name]) => name === value)?.[1];
  const ranges = own === undefined ? Object.values(bounds) : [own];
  const min = ascending(ranges.map((range) => range.min)).at(0);
  const max = ascending(ranges.map((range) => range.max)).at(-1);
  if (min === undefined || max === undefined) throw new Error('an amount without bounds');
  return { min, max };
}

const ascending = (values: bigint[]): bigint[] => values.toSorted((a, b) => (a < b ? -1 : 1));

const legibleReference: Joi.CustomValidator<string> = (value, helpers) => {
  const fault = referenceFault(value);
  return fault === null ? value : helpers.error(`reference.${fault}`);
};

function cleanText(maxLength: number): Joi.CustomValidator<string> {
  return (value, helpers) => {
    if (!value.isWellFormed()) return helpers.error('string.unicode');
    if (/\p{Cc}/u.test(value)) return helpers.error('string.control');
    if ([...value].length > maxLength) return helpers.error('string.long');
    return value;
  };
}
