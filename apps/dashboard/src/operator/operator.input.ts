import { GREATEST_LIMIT } from '@topup/core/account';
import {
  isUuid,
  MOST_KEY_CHANGE_TOKENS,
  parseNaira,
  parseNairaFromZero,
  parsePercent,
  readTokens,
} from '@topup/core/shared';
import { fundingReferenceFault } from '@topup/core/wallet';
import Joi from 'joi';
import { query } from '../http/query';
import { line, readLine, textRule } from '../http/read-fields';

/** Naira text greater than zero, as kobo. */
export const naira = textRule(
  'must be an amount in naira above zero, such as 5000 or 5000.50, of at most nine digits',
  parseNaira,
);

/** The same from zero on. */
export const nairaFromZero = textRule(
  'must be an amount in naira, such as 5000 or 0, of at most nine digits',
  parseNairaFromZero,
);

/** Naira text with a minus when it takes money, as kobo; not zero. */
export const signedNaira = textRule(
  'must be an amount in naira other than zero, such as 500 or -500.50, of at most nine digits',
  (text) => {
    const kobo = parseNaira(text.replace(/^-/, ''));
    return kobo !== null && text.startsWith('-') ? -kobo : kobo;
  },
);

/** The reference of a payment: one line of printable ASCII. */
export const fundingReference = line.custom((reference: string, helpers) => {
  const fault = fundingReferenceFault(reference);
  return fault === null ? reference : helpers.message({ custom: `{{#label}} ${fault}` });
});

/** The id of a ledger entry; null and an empty text: none. */
export const entry = textRule('must be the number of a ledger entry, such as 1234', (text) =>
  /^[1-9][0-9]{0,17}$/.test(text) ? BigInt(text) : null,
)
  .optional()
  .empty(Joi.valid(null, ''))
  .default(null);

/** Percent from 0 to 1000 with at most two decimals, as basis points. */
export const percent = textRule('must be a percentage from 0 to 1000, such as 10 or 7.5', parsePercent);

/** Asks for an approval if the change needs one, and tells the approver why. Without it, such a change is refused. */
export const approvalNote = line.optional().empty('').label('Note');

/** A name that does not look like an id. */
export const name = textRule('must be one line of 1 to 200 characters, and must not look like an ID', (text) => {
  const read = readLine(text);
  return read === null || isUuid(read) ? null : read;
});

export const uuid = textRule('must be an ID', (text) => (isUuid(text) ? text.toLowerCase() : null));

/** In lower case, as addresses are stored. */
export const email = textRule('must be an e-mail address', (text) => {
  const address = text.trim().toLowerCase();
  return /^[^\s@<>()",;:\\]{1,64}@[a-z0-9.-]{1,190}\.[a-z]{2,}$/.test(address) ? address : null;
});

/** A prepaid token: 20 digits, which may be written in groups. */
export const token = textRule('must be 20 digits such as 1234-5678-9012-3456-7890', (text) => readTokens(text, 1));

/** Tokens that change the key of a meter, in the order in which they are entered. */
export const keyChangeTokens = textRule(
  `must be one to ${MOST_KEY_CHANGE_TOKENS} different tokens of 20 digits, separated by commas`,
  (text) => readTokens(text, MOST_KEY_CHANGE_TOKENS),
);

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
