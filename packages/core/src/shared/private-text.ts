/** Between the digits of one number: `(0803) 123-4567`, `4415 - 1617`, `["4415", "1617"]`. No letter, no digit. */
export const BETWEEN = '[^\\p{L}\\p{Nd}]{0,5}';
/** API keys and webhook secrets. Their first `_` may be percent-encoded, however often. */
const KEYS = /(tup|whsec)(?:_|%(?:25)*5[fF])[A-Za-z0-9_+/=%-]+/g;
const HAS_KEY = /tup|whsec/;
/** Ten digits and more, of any script: phone, smartcard and meter numbers, tokens. */
const RUNS = new RegExp(`\\p{Nd}(?:${BETWEEN}\\p{Nd}){9,}`, 'gu');
/** The same, only to find out whether there is any: most texts have none. */
const HAS_RUN = new RegExp(`\\p{Nd}(?:${BETWEEN}\\p{Nd}){9}`, 'u');

const [OCTET, HEX] = ['(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)', '[\\da-fA-F]{1,4}'];
const [DAY, MONTH, YEAR] = ['(?:0[1-9]|[12]\\d|3[01])', '(?:0[1-9]|1[0-2])', '(?:19|20)\\d\\d'];
const DATE = `(?:${YEAR}-${MONTH}-${DAY}|${DAY}([/.-])${MONTH}\\1${YEAR})`;
const TIME = '\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?(?:Z| ?[+-]\\d\\d:?\\d\\d)?';
const UUID = '[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}';
const SHORT_IPV6 = `${HEX}(?::${HEX}){1,3}::(?:${HEX}(?::${HEX}){0,3})?`;
/** No part of a longer word, or of a longer number. */
const [ALONE, NO_MORE, AFTER_NO_NUMBER] = ['(?<![\\p{L}\\p{Nd}:-])', '(?![:-]?[\\p{L}\\p{Nd}])', '(?<!\\p{Nd}[-.:,]?)'];
/** Patterns of text with ten or more digits that names nobody. Each begins with a part that is cheap to find. */
const HARMLESS = new RegExp(
  [
    `(?=[\\da-fA-F]{8}-)${ALONE}${UUID}${NO_MORE}`,
    `(?=\\d\\d[\\d/.-])${AFTER_NO_NUMBER}${DATE}(?:[T ]${TIME})?(?![-./:]?\\p{Nd})`,
    `(?=\\d{1,3}\\.\\d)${AFTER_NO_NUMBER}${OCTET}(?:\\.${OCTET}){3}(?:[:/]\\d{1,5})?(?![-.:]?\\p{Nd})`,
    `(?=[\\da-fA-F]{1,4}:)${ALONE}${HEX}(?::${HEX}){7}${NO_MORE}`,
    `(?=[\\da-fA-F]{4}:)(?=[\\d:]{0,40}[a-fA-F])${ALONE}(?<!\\p{Nd}${BETWEEN})${SHORT_IPV6}${NO_MORE}`,
    '(?=[1-9])(?<=₦ ?|NGN ?)\\d{1,3}(?:(?:,\\d{3}){0,3}|\\d{0,9})(?:\\.\\d\\d)?(?![,.]?\\p{Nd})',
    `(?=[1-9]\\d{0,2},)${AFTER_NO_NUMBER}\\d{1,3}(?:,\\d{3}){1,3}\\.\\d\\d(?![,.]?\\p{Nd})`,
  ].join('|'),
  'gu',
);
/** A part of each of them: looking for the whole in every answer would double what the request log costs. */
const HAS_HARMLESS = /-[\da-fA-F]{12}|\d[/.-]\d{1,3}[/.-]|:[\da-fA-F]{0,4}:|\d,\d{3}|₦|NGN/;
/** As many digits as a token has. */
const TOKEN = new RegExp(`\\p{Nd}(?:${BETWEEN}\\p{Nd}){19}`, 'u');

/** A text without keys, and without runs of ten digits and more. Times, UUIDs, network addresses and amounts stay. */
export function maskText(text: string): string {
  const keyless = maskKeys(text);
  if (!HAS_RUN.test(keyless)) return keyless;
  if (!HAS_HARMLESS.test(keyless)) return keyless.replace(RUNS, maskDigits);
  let [masked, from] = ['', 0];
  // matchAll compiles the pattern anew
  for (let found = HARMLESS.exec(keyless); found !== null; found = HARMLESS.exec(keyless)) {
    masked += keyless.slice(from, found.index).replace(RUNS, maskDigits) + found[0];
    from = HARMLESS.lastIndex;
  }
  return masked + keyless.slice(from).replace(RUNS, maskDigits);
}

export const maskKeys = (text: string): string => (HAS_KEY.test(text) ? text.replace(KEYS, '$1_***') : text);

/** The first four and the last two characters, when there are more than eight. */
export function maskDigits(digits: string): string {
  const all = [...digits];
  return all.length > 8
    ? [...all.slice(0, 4), '*'.repeat(all.length - 6), ...all.slice(-2)].join('')
    : '*'.repeat(all.length);
}

/** Whether parts of a list together are as long as a token. */
export const hasToken = (parts: readonly unknown[]): boolean => TOKEN.test(parts.join(',').replace(HARMLESS, 'x'));

/** How often a path is decoded: a client that encodes an encoded path does it twice. */
const MOST_DECODINGS = 4;

/** A path as it was sent, unless it hides something, however often that is encoded: `%30803…` is a number too. */
export function maskPath(path: string): string {
  const decoded = [path];
  for (let last = path; decoded.length <= MOST_DECODINGS && last.includes('%'); decoded.unshift(last))
    last = last.replace(/(?:%[0-9a-f]{2})+/gi, decodedPart);
  const telling = decoded.find((text) => maskText(text) !== text);
  if (telling === undefined) return path;
  return telling === path ? maskText(path) : encodeURI(maskText(telling));
}

function decodedPart(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes; // not UTF-8
  }
}

/** A text whose digits are all written as 0 to 9. Unicode has the ten digits of a script in a row, from zero on. */
export const asciiDigits = (text: string): string => text.replace(/[^\P{Nd}0-9]/gu, asciiDigit);

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
