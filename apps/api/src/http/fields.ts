import { AppError } from '@topup/core/errors';
import { formatNaira, parseNaira } from '@topup/core/shared';
import Joi from 'joi';

/** The kinds of field the endpoints share. Strings are well-formed Unicode without control characters. */
export const field = {
  text: (maxCodePoints = 255) =>
    Joi.string()
      .custom(cleanText(maxCodePoints))
      .required()
      .messages({
        'string.control': '{#label} must not contain control characters',
        'string.unicode': '{#label} must be well-formed Unicode',
        'string.long': `{#label} must be at most ${maxCodePoints} characters`,
      }),
  requestRef: () => field.text(50),
  phone: () =>
    Joi.string()
      .pattern(/^0[0-9]{10}$/)
      .required()
      .messages({ 'string.pattern.base': '{#label} must be 11 digits beginning with 0' }),
  /** A smartcard, IUC or meter number; some postpaid accounts have letters, dashes or slashes. */
  customerNumber: () =>
    Joi.string()
      .pattern(/^[0-9A-Za-z][0-9A-Za-z/-]{4,29}$/)
      .required()
      .messages({
        'string.pattern.base': '{#label} must be 5 to 30 digits or letters; dashes and slashes may stand between them',
      }),
  naira: () =>
    Joi.any()
      .required()
      .custom((value, helpers) => parseNaira(value) ?? helpers.error('naira'))
      .messages({
        naira:
          '{#label} must be a number or decimal string greater than zero, with at most nine digits and two decimals',
      }),
  oneOf: (values: readonly string[]) =>
    Joi.string()
      .valid(...values)
      .required(),
};

/** @throws AppError validation_failed naming every offending field */
export function readFields<T>(schema: Joi.ObjectSchema<T>, body: Record<string, unknown>): T {
  const { value, error } = schema.validate(body, {
    abortEarly: false,
    convert: false,
    stripUnknown: true,
    errors: { wrap: { label: false } },
  });
  if (error) throw new AppError('validation_failed', error.details.map(({ message }) => message).join('; '));
  return value;
}

/** @throws AppError validation_failed when the amount is outside the range, saying the range */
export function requireWithin(amountKobo: bigint, range: { min: bigint; max: bigint } | undefined): void {
  if (range === undefined) throw new Error('an amount without bounds');
  const { min, max } = range;
  if (amountKobo >= min && amountKobo <= max) return;
  throw new AppError('validation_failed', `amount must be between ${formatNaira(min)} and ${formatNaira(max)}`);
}

function cleanText(maxCodePoints: number): Joi.CustomValidator<string> {
  return (value, helpers) => {
    if (!value.isWellFormed()) return helpers.error('string.unicode');
    if (/\p{Cc}/u.test(value)) return helpers.error('string.control');
    if ([...value].length > maxCodePoints) return helpers.error('string.long');
    return value;
  };
}
