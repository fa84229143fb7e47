import { GREATEST_LIMIT, modes, parseTimeZone } from '@topup/core/account';
import { parseCidrList } from '@topup/core/api-key';
import { type DataNetwork, dataNetworks } from '@topup/core/product';
import { readMoment } from '@topup/core/reporting';
import { isOneLine, isUuid, MOST_KEY_CHANGE_TOKENS, parseNaira, readTokens } from '@topup/core/shared';
import { fundingReferenceFault } from '@topup/core/wallet';
import { MAX_OVERLAP_HOURS } from '@topup/core/webhook';
import { InvalidArgumentError, Option } from 'commander';

/** Naira with at most two decimals, greater than zero; in kobo. */
export function nairaArgument(text: string): bigint {
  const kobo = parseNaira(text);
  if (kobo === null)
    throw new InvalidArgumentError('It must be naira such as 5000 or 5000.50: one to nine digits, greater than zero.');
  return kobo;
}

/** The same with a sign, for money that is taken back; not zero. */
export function signedNairaArgument(text: string): bigint {
  const kobo = parseNaira(text.replace(/^[+-]/, ''));
  if (kobo === null)
    throw new InvalidArgumentError('It must be naira such as 500 or -500.50: one to nine digits, and not zero.');
  return text.startsWith('-') ? -kobo : kobo;
}

/** Naira from zero on. */
export function nairaFromZeroArgument(text: string): bigint {
  return /^0(\.00?)?$/.test(text) ? 0n : nairaArgument(text);
}

/** The id of a ledger entry. */
export function entryArgument(text: string): bigint {
  if (!/^[1-9][0-9]{0,17}$/.test(text))
    throw new InvalidArgumentError('It must be the number of a ledger entry, such as 1234.');
  return BigInt(text);
}

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
export function percentArgument(text: string): number {
  const [, whole, decimals = ''] = /^([0-9]{1,4})(?:\.([0-9]{1,2}))?$/.exec(text) ?? [];
  const bps = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  if (whole === undefined || bps > 100_000)
    throw new InvalidArgumentError('It must be a percentage from 0 to 1000, such as 10 or 7.5.');
  return bps;
}

/** A name, which must not look like an id. */
export function nameArgument(text: string): string {
  if (isUuid(text)) throw new InvalidArgumentError('A name must not look like an id.');
  return lineArgument(text);
}

/** One line of text: 1 to 200 characters, none of them a control character, no spaces at its ends. */
export function lineArgument(text: string): string {
  if (text === '' || text !== text.trim() || [...text].length > 200 || !isOneLine(text))
    throw new InvalidArgumentError('It must be 1 to 200 printable characters, without spaces at either end.');
  return text;
}

/** The reference of a payment: one line of printable ASCII. */
export function fundingReferenceArgument(text: string): string {
  const fault = fundingReferenceFault(lineArgument(text));
  if (fault !== null) throw new InvalidArgumentError(`It ${fault}.`);
  return text;
}

/** A time zone by its IANA name. */
export function zoneArgument(text: string): string {
  const zone = parseTimeZone(text);
  if (zone === null)
    throw new InvalidArgumentError('It must be the name of a time zone, such as Africa/Lagos or America/New_York.');
  return zone;
}

/** A day in Lagos, such as 2026-11-22. */
export function dayArgument(text: string): string {
  if (text.includes('T') || readMoment(text, 'from') === null)
    throw new InvalidArgumentError('It must be a day such as 2026-11-21.');
  return text;
}

/** A time in RFC 3339 with its offset, so that the time zone is never a guess. */
export function timeArgument(text: string): Date {
  const at = text.includes('T') ? readMoment(text, 'from') : null;
  if (at === null) throw new InvalidArgumentError('It must be a time with its offset, such as 2026-11-21T12:00:00Z.');
  return at;
}

/** The first moment of a day of Lagos, or a time with its offset. */
export const sinceArgument = (text: string): Date => momentArgument(text, 'from');

/** The first moment after a day of Lagos, or a time with its offset. */
export const untilArgument = (text: string): Date => momentArgument(text, 'to');

function momentArgument(text: string, end: 'from' | 'to'): Date {
  const at = readMoment(text, end);
  if (at === null)
    throw new InvalidArgumentError('It must be a day of Lagos such as 2026-11-22, or a time with its offset.');
  return at;
}

export function idArgument(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It must be an id such as 0199f3a2-7c1e-7b60-9d3e-0123456789ab.');
  return text.toLowerCase();
}

/** A network of data plans, in capitals or not. */
export function networkArgument(text: string): DataNetwork {
  const network = dataNetworks.find((each) => each === text.toUpperCase());
  if (network === undefined) throw new InvalidArgumentError(`It must be one of ${dataNetworks.join(', ')}.`);
  return network;
}

const rowIdShownBy =
  (command: string) =>
  (text: string): number => {
    if (!/^[1-9][0-9]{0,8}$/.test(text))
      throw new InvalidArgumentError(`It must be a whole number such as 12: \`${command}\` shows it.`);
    return Number(text);
  };

/** The id of a plan. */
export const rowIdArgument = rowIdShownBy('catalogue list');

/** The id of a mapping, or of a product of a provider. */
export const mappingIdArgument = rowIdShownBy('catalogue map');

/** The number of a version of the routing rules. */
export function versionArgument(text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text))
    throw new InvalidArgumentError('It must be the number of a version, such as 3: `route show --json` lists them.');
  return Number(text);
}

/** A whole number from 1 to a million. */
export function countArgument(text: string): number {
  const count = Number(text);
  if (!/^[0-9]{1,7}$/.test(text) || count < 1 || count > 1_000_000)
    throw new InvalidArgumentError('It must be a whole number from 1 to 1000000.');
  return count;
}

/** Requests per minute. */
export function limitArgument(text: string): number {
  const limit = Number(text);
  if (!/^[0-9]{1,7}$/.test(text) || limit < 1 || limit > GREATEST_LIMIT)
    throw new InvalidArgumentError(`It must be a whole number of requests in a minute, from 1 to ${GREATEST_LIMIT}.`);
  return limit;
}

/** How long two webhook secrets sign: whole hours from 0 to 168. */
export function overlapArgument(text: string): number {
  if (!/^[0-9]{1,3}$/.test(text) || Number(text) > MAX_OVERLAP_HOURS)
    throw new InvalidArgumentError(`It must be a whole number of hours from 0 to ${MAX_OVERLAP_HOURS}.`);
  return Number(text);
}

/** A prepaid token: 20 digits, which may be written in groups. */
export function tokenArgument(text: string): string {
  const token = readTokens(text, 1);
  if (token === null) throw new InvalidArgumentError('It must be 20 digits such as 1234-5678-9012-3456-7890.');
  return token;
}

/** Tokens that change the key of a meter, in the order in which they are entered. */
export function keyChangeTokensArgument(text: string): string {
  const tokens = readTokens(text, MOST_KEY_CHANGE_TOKENS);
  if (tokens === null)
    throw new InvalidArgumentError(
      `It must be one to ${MOST_KEY_CHANGE_TOKENS} different tokens of 20 digits, separated by commas.`,
    );
  return tokens;
}

/** An e-mail address, in lower case as it is stored. */
export function emailArgument(text: string): string {
  const email = text.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 254)
    throw new InvalidArgumentError('It must be an e-mail address such as ada@example.com.');
  return email;
}

/** Which of the two that an account is: the live account, or its test account. */
export const modeOption = (): Option =>
  new Option('--mode <mode>', '`test`: of its test account, whose purchases cost nothing and sell nothing')
    .choices([...modes])
    .default('live');
