import { GREATEST_LIMIT, modes } from '@topup/core/account';
import { parseCidrList } from '@topup/core/api-key';
import { parseDiscount } from '@topup/core/catalogue';
import { dataNetworks, productTypes } from '@topup/core/product';
import {
  isOneLine,
  isUuid,
  MOST_KEY_CHANGE_TOKENS,
  parseNaira,
  parseNairaFromZero,
  parsePercent,
  readTokens,
} from '@topup/core/shared';
import { parseTimeZone, readMoment } from '@topup/core/time';
import { fundingReferenceFault } from '@topup/core/wallet';
import { MAX_OVERLAP_HOURS } from '@topup/core/webhook';
import { InvalidArgumentError } from 'commander';
import { needed, option } from './declare';

/** Makes the parser of a text. Where `read` returns null, the fault names the form that is needed. */
const mustBe =
  <T>(what: string, read: (text: string) => T | null) =>
  (text: string): T => {
    const value = read(text);
    if (value === null) throw new InvalidArgumentError(`It must be ${what}.`);
    return value;
  };

/** A whole number from `least` to `most`, of at most so many digits as `most` has. */
const wholeNumber = (what: string, least: number, most: number) =>
  mustBe(what, (text) => {
    const fits = /^[0-9]+$/.test(text) && text.length <= String(most).length;
    return fits && Number(text) >= least && Number(text) <= most ? Number(text) : null;
  });

/** Naira with at most two decimals, greater than zero; in kobo. */
export const nairaArgument = mustBe('naira such as 5000 or 5000.50: one to nine digits, greater than zero', parseNaira);

/** The same with a sign, for money that is taken back; not zero. */
export const signedNairaArgument = mustBe('naira such as 500 or -500.50: one to nine digits, and not zero', (text) => {
  const kobo = parseNaira(text.replace(/^[+-]/, ''));
  return kobo !== null && text.startsWith('-') ? -kobo : kobo;
});

export const transferArgument = mustBe('the number of a transfer, such as 12: `collections list` shows it', (text) =>
  /^[1-9][0-9]{0,17}$/.test(text) ? BigInt(text) : null,
);

export const nairaFromZeroArgument = mustBe('naira such as 5000 or 5000.50: one to nine digits', parseNairaFromZero);

export const entryArgument = mustBe('the number of an entry, such as 1234', (text) =>
  /^[1-9][0-9]{0,17}$/.test(text) ? BigInt(text) : null,
);

/** A word for none, which becomes `none` (commander makes '' of null), or what `read` reads. */
export const orNone =
  <T>(none: string, read: (text: string) => T) =>
  (text: string): T | 'none' =>
    text === none ? 'none' : read(text);

/** Networks such as `192.0.2.0/24,2001:db8::/48`; `any` is no network. */
export function cidrsArgument(text: string): string[] {
  if (text === 'any') return [];
  const read = parseCidrList(text);
  if ('fault' in read) throw new InvalidArgumentError(`${read.fault}.`);
  if (read.cidrs.length === 0) throw new InvalidArgumentError('It names no network. Give `any` for all addresses.');
  return read.cidrs;
}

/** Percent from 0 to 1000 with at most two decimals; in basis points. */
export const percentArgument = mustBe('a percentage from 0 to 1000, such as 10 or 7.5', parsePercent);

export const discountArgument = mustBe('a percentage from 0.01 to 20, such as 2.5', parseDiscount);

export function nameArgument(text: string): string {
  if (isUuid(text)) throw new InvalidArgumentError('A name must not look like an id.');
  return lineArgument(text);
}

/** One line of text: 1 to 200 characters, none of them a control character, no spaces at its ends. */
export const lineArgument = mustBe('1 to 200 printable characters, without spaces at either end', (text) =>
  text === '' || text !== text.trim() || [...text].length > 200 || !isOneLine(text) ? null : text,
);

export function fundingReferenceArgument(text: string): string {
  const fault = fundingReferenceFault(lineArgument(text));
  if (fault !== null) throw new InvalidArgumentError(`It ${fault}.`);
  return text;
}

export const zoneArgument = mustBe('the name of a time zone, such as Africa/Lagos or America/New_York', parseTimeZone);

export const dayArgument = mustBe('a day such as 2026-11-21', (text) =>
  text.includes('T') || readMoment(text, 'from') === null ? null : text,
);

export const monthArgument = mustBe('a month such as 2026-11', (text) =>
  /^\d{4}-\d{2}$/.test(text) && readMoment(`${text}-01`, 'from') !== null ? text : null,
);

/** A time in RFC 3339 with its offset, so that the time zone is never a guess. */
export const timeArgument = mustBe('a time with its offset, such as 2026-11-21T12:00:00Z', (text) =>
  text.includes('T') ? readMoment(text, 'from') : null,
);

/** Of a day, its first moment or the first after it. */
const momentArgument = (end: 'from' | 'to') =>
  mustBe('a day of Lagos such as 2026-11-22, or a time with its offset', (text) => readMoment(text, end));

export const sinceArgument = momentArgument('from');
export const untilArgument = momentArgument('to');

export const idArgument = mustBe('an id such as 0199f3a2-7c1e-7b60-9d3e-0123456789ab', (text) =>
  isUuid(text) ? text.toLowerCase() : null,
);

/** A network of data plans, in capitals or not. */
export const networkArgument = mustBe(
  `one of ${dataNetworks.join(', ')}`,
  (text) => dataNetworks.find((each) => each === text.toUpperCase()) ?? null,
);

/** A product, in capitals or not; its first word is enough, such as `cable`. */
export const productArgument = mustBe(`one of ${productTypes.join(', ').toLowerCase()}`, (text) => {
  const code = text.toUpperCase().replaceAll('-', '_');
  return productTypes.find((each) => each === code || each.startsWith(`${code}_`)) ?? null;
});

/** The id of a row: `what` says where it is shown. */
const rowId = (what: string) => mustBe(what, (text) => (/^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : null));

export const rowIdArgument = rowId('a whole number such as 12: `catalogue list` shows it');
export const mappingIdArgument = rowId('a whole number such as 12: `catalogue map` shows it');
export const versionArgument = rowId('the number of a version, such as 3: `route show --json` lists them');

export const countArgument = wholeNumber('a whole number from 1 to 1000000', 1, 1_000_000);

export const limitArgument = wholeNumber(
  `a whole number of requests in a minute, from 1 to ${GREATEST_LIMIT}`,
  1,
  GREATEST_LIMIT,
);

/** How long two webhook secrets sign: whole hours from 0 to 168. */
export const overlapArgument = wholeNumber(
  `a whole number of hours from 0 to ${MAX_OVERLAP_HOURS}`,
  0,
  MAX_OVERLAP_HOURS,
);

/** A prepaid token: 20 digits, which may be written in groups. */
export const tokenArgument = mustBe('20 digits such as 1234-5678-9012-3456-7890', (text) => readTokens(text, 1));

/** Tokens that change the key of a meter, in the order in which they are entered. */
export const keyChangeTokensArgument = mustBe(
  `one to ${MOST_KEY_CHANGE_TOKENS} different tokens of 20 digits, separated by commas`,
  (text) => readTokens(text, MOST_KEY_CHANGE_TOKENS),
);

/** An e-mail address, in lower case as it is stored. */
export const emailArgument = mustBe('an e-mail address such as ada@example.com', (text) => {
  const email = text.trim().toLowerCase();
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && email.length <= 254 ? email : null;
});

export const ACCOUNT = needed('--account <id or name>', 'the account');

/** Which of the two that an account is: the live account, or its test account. */
export const ofMode = option('--mode <mode>', 'its mode', modes, 'live');
