import { asciiDigits, BETWEEN } from './private-text';

/** Date and hour in one text have ten digits: a longer number is masked however it is grouped. */
const GROUPED = /^\d{11,}$/;

/**
 * Makes a function that masks these numbers anywhere in a JSON value, except their last four digits. What is no number,
 * such as `removed` in place of one, is not masked.
 */
export function maskNumbers(...numbers: (string | undefined)[]): <T>(value: T) => T {
  const known = numbers.filter((number) => number !== undefined).filter((number) => /\d/.test(number));
  known.sort((one, other) => other.length - one.length); // a meter number may be a part of a token
  const masks = known.map((number) => ({
    written: GROUPED.test(number) ? new RegExp([...number].join(BETWEEN), 'gu') : number,
    masked: number.slice(-4).padStart(number.length, '*'),
  }));
  const mask = (text: string) =>
    masks.reduce((left, { written, masked }) => left.replaceAll(written, masked), asciiDigits(text));
  const maskAll = (value: unknown): unknown => {
    if (typeof value === 'string') return mask(value);
    if (typeof value === 'number') return mask(String(value)) === String(value) ? value : mask(String(value));
    if (Array.isArray(value)) return value.map(maskAll);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [mask(name), maskAll(each)]));
  };
  return (value) => maskAll(JSON.parse(JSON.stringify(value))) as typeof value;
}
