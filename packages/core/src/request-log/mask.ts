import { maskUrl } from '../webhook/mask-url';

/** At most this much JSON is kept of a request or an answer. */
export const MOST_BYTES = 4096;

const NUMBERS = new Set(['phone', 'smartcard_number', 'meter_number', 'customer_number', 'search']);
const PRIVATE = new Set(['token', 'bonus_token', 'customer_name', 'address', 'webhook_secret']);
const LONGEST_NAME = 20; // of both

const HIDDEN = '***';
/** Ten digits and more, also in groups: phone, smartcard and meter numbers, tokens. */
const DIGITS = /[0-9](?:[ -]?[0-9]){9,}/g;
const SECRETS = /(tup|whsec)_[A-Za-z0-9_+/=-]+/g;
/** What jsonb cannot hold, as JSON.stringify writes it: U+0000 and half a surrogate pair. */
const UNSTORABLE = /\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g;

/**
 * The JSON of a request or an answer without what is personal or secret: of numbers the first four and the last two
 * digits, of a URL its origin, and nothing of tokens, names, addresses and keys. `{"truncated": <bytes>}` when it is
 * longer than 4 KiB. Null for what has no JSON.
 */
export function maskedJson(value: unknown): string | null {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, maskField);
  } catch {
    return `{"truncated":null}`; // nested too deeply
  }
  if (text === undefined) return null;
  const masked = maskText(text.includes('\\u') ? storable(text) : text);
  const bytes = Buffer.byteLength(masked);
  return bytes > MOST_BYTES ? `{"truncated":${bytes}}` : masked;
}

const storable = (text: string) => text.replace(UNSTORABLE, (all, code: string) => (code.length > 1 ? '\ufffd' : all));

/** A text without keys, webhook secrets, and runs of ten digits and more. In JSON it leaves the syntax as it is. */
export const maskText = (text: string): string => text.replace(SECRETS, `$1_${HIDDEN}`).replace(DIGITS, maskDigits);

function maskField(field: string, value: unknown): unknown {
  const name = field.length > LONGEST_NAME ? '' : field.toLowerCase();
  if (NUMBERS.has(name)) return maskNumber(value);
  if (PRIVATE.has(name)) return hide(value);
  if (name === 'webhook_url') return typeof value === 'string' ? (maskUrl(value) ?? HIDDEN) : hide(value);
  if (typeof value === 'number' && String(value).length >= 10 && maskText(String(value)) !== String(value))
    return String(value);
  return value;
}

function maskNumber(value: unknown): unknown {
  if (typeof value === 'number') return maskDigits(String(value));
  return typeof value === 'string' ? maskDigits(value) : hide(value);
}

/** The first four and the last two characters, when there are more than eight. */
const maskDigits = (digits: string): string =>
  digits.length > 8 ? digits.slice(0, 4) + '*'.repeat(digits.length - 6) + digits.slice(-2) : '*'.repeat(digits.length);

const hide = (value: unknown): unknown => (value === null || value === '' ? value : HIDDEN);
