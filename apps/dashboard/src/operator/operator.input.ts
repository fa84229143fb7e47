import { GREATEST_LIMIT } from '@topup/core/account';
import { isUuid, parseNaira } from '@topup/core/shared';
import Joi from 'joi';
import { query } from '../http/query';

/** A Joi rule from a parser: when `read` returns null, the error says what the value `must` be. */
function rule<T>(must: string, read: (text: string) => T | null): Joi.AnySchema<T> {
  return Joi.any()
    .required()
    .custom(
      (value: unknown, helpers) => (typeof value === 'string' ? read(value) : null) ?? helpers.error('any.custom'),
    )
    .messages({ 'any.custom': `{{#label}} ${must}`, 'any.required': `{{#label}} ${must}` });
}

/** Naira text greater than zero, as kobo. */
export const naira = rule('must be naira such as 5000 or 5000.50: one to nine digits, greater than zero', parseNaira);

/** The same from zero on. */
export const nairaFromZero = rule('must be naira such as 5000 or 0: one to nine digits', (text) =>
  /^0(\.00?)?$/.test(text) ? 0n : parseNaira(text),
);

/** Naira text with a minus when it takes money, as kobo; not zero. */
export const signedNaira = rule('must be naira such as 500 or -500.50: one to nine digits, and not zero', (text) => {
  const kobo = parseNaira(text.replace(/^-/, ''));
  return kobo !== null && text.startsWith('-') ? -kobo : kobo;
});

/** The id of a ledger entry; null and an empty text: none. */
export const entry = rule('must be the number of a ledger entry, such as 1234', (text) =>
  /^[1-9][0-9]{0,17}$/.test(text) ? BigInt(text) : null,
)
  .optional()
  .empty(Joi.valid(null, ''))
  .default(null);

/** Percent from 0 to 1000 with at most two decimals, as basis points. */
export const percent = rule('must be a percentage from 0 to 1000, such as 10 or 7.5', readPercent);

function readPercent(text: string): number | null {
  const [, whole, decimals = ''] = /^([0-9]{1,4})(?:\.([0-9]{1,2}))?$/.exec(text) ?? [];
  const bps = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return whole === undefined || bps > 100_000 ? null : bps;
}

/** One line of text: 1 to 200 characters, no control characters. Spaces at both ends are removed. */
export const line = rule('must be one line of 1 to 200 characters', readLine);

function readLine(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' || [...trimmed].length > 200 || /\p{Cc}/u.test(trimmed) || !trimmed.isWellFormed()
    ? null
    : trimmed;
}

/** Asks for an approval when the change needs one: why, for whoever decides. Without it such a change is refused. */
export const approvalNote = line.optional().empty('');

/** A name that does not look like an id. */
export const name = rule('must be one line of 1 to 200 characters that does not look like an id', (text) => {
  const read = readLine(text);
  return read === null || isUuid(read) ? null : read;
});

export const uuid = rule('must be an id', (text) => (isUuid(text) ? text.toLowerCase() : null));

/** In lower case, as addresses are stored. */
export const email = rule('must be an e-mail address', (text) => {
  const address = text.trim().toLowerCase();
  return /^[^\s@<>()",;:\\]{1,64}@[a-z0-9.-]{1,190}\.[a-z]{2,}$/.test(address) ? address : null;
});

/** A prepaid token: 20 digits, which may be written in groups. */
export const token = rule('must be 20 digits such as 1234-5678-9012-3456-7890', (text) => {
  const digits = text.replace(/[ -]/g, '');
  return /^[0-9]{20}$/.test(digits) ? digits : null;
});

/** Requests per minute; null: the default of the service. */
export const limit = Joi.number()
  .integer()
  .min(1)
  .max(GREATEST_LIMIT)
  .allow(null)
  .required()
  .messages({ '*': `{{#label}} must be a whole number from 1 to ${GREATEST_LIMIT}, or empty for the default` });

/** The number of a row, such as a data plan's. */
export const rowId = Joi.number().integer().positive().max(2_147_483_647).required();

/** The text of a search box; an empty text is no search. */
export const search = query.text(200);
