import { parseJson } from './json';

/** A string of JSON, or a number outside of one. The string comes first, so that no number is found inside it. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][0-9.eE+-]*/g;

/**
 * Reads JSON with every number as the text that stands there ("993.81000", "3.8E-5"): a float would change it.
 * @returns null and undefined as `parseJson` does
 */
export function parseExact(text: string): unknown {
  const value = parseJson(text);
  if (value === undefined || value === null) return value;
  return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

const DECIMAL = /^(-?)([0-9]{1,20})(?:\.([0-9]{1,30}))?(?:[eE]([+-]?[0-9]{1,2}))?$/;
const SCALE = 9;
const PER_KOBO = 10_000_000n;
/** Twelve digits before the point: columns and the prices that are made of an amount hold no more. */
const LEAST_TOO_LARGE = 10n ** 21n;

/**
 * Reads an amount or a percentage, in billionths.
 * @returns null when it is not a decimal text, has a part smaller than a billionth, or is larger than any real amount
 */
export function readBillionths(value: unknown): bigint | null {
  const match = typeof value === 'string' ? DECIMAL.exec(value) : null;
  if (match === null) return null;
  const [, sign, whole = '', decimals = '', exponent = '0'] = match;
  const places = Number(exponent) + SCALE - decimals.length;
  const digits = BigInt(whole + decimals);
  const smallest = 10n ** BigInt(Math.abs(places));
  if (places < 0 && digits % smallest !== 0n) return null;
  const size = places < 0 ? digits / smallest : digits * smallest;
  if (size >= LEAST_TOO_LARGE) return null;
  return sign === '-' ? -size : size;
}

/** The whole kobo of naira in billionths, rounded down; for a cost, rounded up. */
export const koboBelow = (billionths: bigint): bigint => {
  const kobo = billionths / PER_KOBO;
  return kobo * PER_KOBO > billionths ? kobo - 1n : kobo;
};
export const koboAbove = (billionths: bigint): bigint => -koboBelow(-billionths);

/** Reads naira, zero or more. @returns kobo; null when it is not readable, or not exact in kobo */
export function readKobo(value: unknown): bigint | null {
  const billionths = readBillionths(value);
  if (billionths === null || billionths < 0n || billionths % PER_KOBO !== 0n) return null;
  return billionths / PER_KOBO;
}

/**
 * Reads naira as VTpass writes them: a string or a number, with float noise such as 1081.8199999998. Rounds half up on
 * the decimal text.
 * @returns kobo, or null when it is not a plain decimal of zero or more
 */
export function readNaira(value: unknown): bigint | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const match = /^([0-9]{1,12})(?:\.([0-9]{1,32}))?$/.exec(String(value));
  if (match === null) return null;
  const decimals = (match[2] ?? '').padEnd(3, '0');
  const kobo = BigInt(`${match[1]}${decimals.slice(0, 2)}`);
  return decimals.charAt(2) >= '5' ? kobo + 1n : kobo;
}
