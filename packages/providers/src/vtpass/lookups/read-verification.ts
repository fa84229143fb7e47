import type { Lookup, Meter, Profile, Smartcard } from '@topup/core/provider';
import { readNaira } from '../../http/exact';
import { fieldsSpelt, firstText, readText } from '../../http/json';
import { isSameNumber } from '../../http/same-number';
import { firstNaira } from '../../meter/read-charges';
import { readContent } from './read-lookup';

/** A postpaid meter is known by its account number. */
const METER_NUMBER = ['meternumber', 'accountnumber'];
const CARD_NUMBER = ['customernumber', 'smartcardnumber'];

/** The least that is sold to this meter, which may include a debt; the greater one counts. */
const MINIMUM = ['minimumamount', 'minpurchaseamount'];
const ARREARS = ['customerarrears', 'outstandingbalance'];

export const CARD_NOT_RECOGNISED = 'The smartcard number was not recognised.';
export const METER_NOT_RECOGNISED = 'The meter number was not recognised.';
export const PROFILE_NOT_RECOGNISED = 'The profile id was not recognised.';
export const METER_NOT_SOLD_TO = 'The distribution company does not sell to this meter at the moment.';

type Content = Record<string, unknown>;

/** Reads an answer to `/merchant-verify` about a smartcard. Source: VTpass's pages of DStv, GOtv and StarTimes. */
export function readSmartcard(httpStatus: number, bodyText: string): Lookup<Smartcard> {
  const verified = readVerified(httpStatus, bodyText, CARD_NUMBER, CARD_NOT_RECOGNISED);
  if (verified.kind !== 'found') return verified;
  const content = verified.value;
  const text = (...names: string[]) => firstText(fieldsSpelt(content, names));
  return {
    kind: 'found',
    value: {
      customerName: text('customername'),
      customerNumber: text(...CARD_NUMBER),
      customerType: text('customertype'),
      status: text('status'),
      dueDate: text('duedate'),
      currentPackageCodes: readCodes(text('currentbouquetcode')),
      renewalAmountKobo: readNaira(fieldsSpelt(content, ['renewalamount'])[0]) || null,
    },
  };
}

/** VTpass separates several by commas: "dstv79, extraview-access". */
function readCodes(list: string): string[] {
  const codes = list.split(',').map((code) => code.trim());
  return codes.filter((code) => code !== '');
}

/** Reads an answer to `/merchant-verify` about a meter. Source: VTpass's page per disco. */
export function readVerifiedMeter(httpStatus: number, bodyText: string, meterNumber: string): Lookup<Meter> {
  const verified = readVerified(httpStatus, bodyText, [...METER_NUMBER, 'customernumber'], METER_NOT_RECOGNISED);
  if (verified.kind !== 'found') return verified;
  const content = verified.value;
  if (!canVend(content)) return { kind: 'not_recognised', reason: METER_NOT_SOLD_TO };
  return {
    kind: 'found',
    value: {
      meterNumber: readNumber(fieldsSpelt(content, METER_NUMBER), meterNumber),
      customerName: firstText(fieldsSpelt(content, ['customername'])),
      address: firstText(fieldsSpelt(content, ['address', 'customeraddress'])),
      minimumKobo: greatest(MINIMUM.map((name) => firstNaira([content], [name]))),
      arrearsKobo: firstNaira([content], ARREARS),
    },
  };
}

/** Reads an answer to `/merchant-verify` about a profile, whose customer it names. Source: VTpass's page of JAMB. */
export function readProfile(httpStatus: number, bodyText: string): Lookup<Profile> {
  const verified = readVerified(httpStatus, bodyText, [], PROFILE_NOT_RECOGNISED);
  if (verified.kind !== 'found') return verified;
  return { kind: 'found', value: { customerName: firstText(fieldsSpelt(verified.value, ['customername'])) } };
}

/**
 * VTpass answers a wrong number with a good code and an error, whose text is meant for us and not for our clients.
 * Without an error, a name or a number nothing was learnt. An empty name with a number is legal (Jos).
 */
function readVerified(
  httpStatus: number,
  bodyText: string,
  numbers: readonly string[],
  notRecognised: string,
): Lookup<Content> {
  const read = readContent(httpStatus, bodyText, 'code', ['000', '020']);
  if (read.kind === 'unavailable') return read;
  const { content } = read;
  if (hasError(content)) return { kind: 'not_recognised', reason: notRecognised };
  if (firstText(fieldsSpelt(content, ['customername', ...numbers])) === '') {
    return { kind: 'unavailable', reason: 'the answer names nobody' };
  }
  return { kind: 'found', value: content };
}

function hasError(content: Content): boolean {
  if (fieldsSpelt(content, ['error']).some(isSet)) return true;
  return fieldsSpelt(content, ['wrongbillerscode']).some(
    (value) => value === true || readText(value).toLowerCase() === 'true',
  );
}

/** PHP has many ways to write an absent value. */
function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== false && value !== '';
}

/** A meter can be sold to when the field is absent: not every disco sends it. */
function canVend(content: Content): boolean {
  return fieldsSpelt(content, ['canvend']).every(
    (value) => value !== false && /^(?:yes|true)?$/i.test(readText(value)),
  );
}

const greatest = (amounts: readonly (bigint | null)[]): bigint | null =>
  amounts.reduce((one, other) => (one === null || (other !== null && other > one) ? other : one), null);

/** The number that was asked for, when the answer has the same or none; otherwise the one in the answer. */
function readNumber(answered: readonly unknown[], asked: string): string {
  const first = answered.find((value) => readText(value) !== '');
  if ((typeof first === 'number' || typeof first === 'string') && !isSameNumber(first, asked)) return readText(first);
  return asked;
}
