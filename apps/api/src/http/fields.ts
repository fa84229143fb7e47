import { AppError } from '@topup/core/errors';
import { formatNaira, parseNaira } from '@topup/core/shared';
import Joi from 'joi';
import type { Schema } from '../openapi/document';

/**
 * One field of a request: the rule that checks it, and the JSON Schema that documents the same. `T` is what is read.
 */
export type Field<T> = { rule: Joi.AnySchema<T>; schema: Schema };

/** The body of a request: a JSON object of required fields. Other keys are ignored. */
export type RequestBody<T> = { rules: Joi.ObjectSchema<T>; schema: Schema };

type Values<F> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** What `readFields` returns for a body. */
export type FieldsOf<B> = B extends RequestBody<infer T> ? T : never;

export function requestBody<F extends Record<string, Field<unknown>>>(fields: F): RequestBody<Values<F>> {
  const entries = Object.entries(fields);
  const rules = Object.fromEntries(entries.map(([name, { rule }]) => [name, rule.required()]));
  const properties = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
  return { rules: Joi.object(rules), schema: { type: 'object', properties, required: Object.keys(fields) } };
}

const PHONE = { pattern: '^0[0-9]{10}$', words: '11 digits beginning with 0' };
const CUSTOMER_NUMBER = {
  pattern: '^[0-9A-Za-z][0-9A-Za-z/-]{4,29}$',
  words: '5 to 30 digits or letters; dashes and slashes may stand between them',
};

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
    schema: { type: 'string', minLength: 1, maxLength, pattern: '^[^\\p{Cc}\\p{Cs}]+$', description },
  }),

  requestRef: (): Field<string> =>
    field.text(
      50,
      'Your reference of this purchase, compared exactly. Your account can use it only once: a UUID is a good choice.',
    ),

  /** @param whose which phone number it is, as the start of the description */
  phone: (whose: string): Field<string> => matching(PHONE, whose),

  /** A smartcard, IUC or meter number: some postpaid accounts have letters, dashes or slashes. */
  customerNumber: (what: string): Field<string> => matching(CUSTOMER_NUMBER, what),

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

  oneOf: <T extends string>(values: readonly T[], description?: string): Field<T> => ({
    rule: Joi.string<T>().valid(...values),
    schema: { type: 'string', enum: values, ...(description === undefined ? {} : { description }) },
  }),
};

/** @throws AppError validation_failed, which names every field at fault */
export function readFields<T>({ rules }: RequestBody<T>, body: Record<string, unknown>): T {
  const { value, error } = rules.validate(body, {
    abortEarly: false,
    convert: false,
    stripUnknown: true,
    errors: { wrap: { label: false } },
  });
  if (error) throw new AppError('validation_failed', error.details.map(({ message }) => message).join('; '));
  return value;
}

/** @throws AppError validation_failed when the amount is outside the range; the error names the range */
export function requireWithin(amountKobo: bigint, range: { min: bigint; max: bigint } | undefined): void {
  if (range === undefined) throw new Error('an amount without bounds');
  const { min, max } = range;
  if (amountKobo >= min && amountKobo <= max) return;
  throw new AppError('validation_failed', `amount must be between ${formatNaira(min)} and ${formatNaira(max)}`);
}

function matching({ pattern, words }: typeof PHONE, what: string): Field<string> {
  return {
    rule: Joi.string()
      .pattern(new RegExp(pattern))
      .messages({ 'string.pattern.base': `{#label} must be ${words}` }),
    schema: { type: 'string', pattern, description: `${what}: ${words}.` },
  };
}

function cleanText(maxLength: number): Joi.CustomValidator<string> {
  return (value, helpers) => {
    if (!value.isWellFormed()) return helpers.error('string.unicode');
    if (/\p{Cc}/u.test(value)) return helpers.error('string.control');
    if ([...value].length > maxLength) return helpers.error('string.long');
    return value;
  };
}
