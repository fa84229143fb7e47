import { recipients } from '../product/definition';
import { hasToken, maskDigits, maskText } from '../shared/private-text';
import { chargeFields, tokenFields } from '../shared/tokens';
import { maskUrl } from '../webhook/public-url';

/** At most this much JSON is kept of a request or an answer. */
export const MOST_BYTES = 4096;

const HIDDEN = '***';
const TEN_DIGITS = /[0-9]{10}/;
const AMOUNT = /^-?[0-9]{1,9}\.[0-9]{2}$/;
/** Escapes of JSON.stringify for text that jsonb cannot hold: U+0000 and half a surrogate pair. */
const UNSTORABLE = /\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g;

/**
 * The JSON without what is personal or secret: of numbers the first four and the last two digits, of a URL its origin,
 * nothing of tokens, names, addresses and keys. `{"truncated": <bytes>}` above 4 KiB. Null for what has no JSON.
 */
export function maskedJson(value: unknown): string | null {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, maskField);
  } catch {
    return `{"truncated":null}`; // nested too deeply
  }
  if (text === undefined) return null;
  const masked = text.includes('\\u') ? storable(text) : text;
  const bytes = Buffer.byteLength(masked);
  return bytes > MOST_BYTES ? `{"truncated":${bytes}}` : masked;
}

const storable = (text: string) => text.replace(UNSTORABLE, (all, code: string) => (code.length > 1 ? '\ufffd' : all));

function maskField(field: string, value: unknown): unknown {
  const mask = field.length > LONGEST_NAME ? undefined : (FIELDS.get(field) ?? FIELDS.get(field.toLowerCase()));
  return mask === undefined ? maskValue(value) : mask(value);
}

function maskValue(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value === 'number') return TEN_DIGITS.test(String(value)) ? maskText(String(value)) : value;
  if (Array.isArray(value)) return value.every(isLeaf) && hasToken(value) ? value.map(hide) : value;
  if (isLeaf(value)) return value;
  if (Object.keys(value).every((name) => maskText(name) === name)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [maskText(name), each]));
}

const isLeaf = (value: unknown): value is string | number | boolean | null | undefined => Object(value) !== value;

function maskNumber(value: unknown): unknown {
  if (typeof value === 'number') return maskDigits(String(value));
  return typeof value === 'string' ? maskDigits(value) : hide(value);
}

const hide = (value: unknown): unknown => (value === null || value === '' ? value : HIDDEN);

function maskWebhook(value: unknown): unknown {
  if (typeof value !== 'string') return hide(value);
  return maskText(maskUrl(value) ?? HIDDEN);
}

/** An amount from ten million on has ten digits too. */
const keepAmount = (value: unknown): unknown =>
  typeof value === 'string' && AMOUNT.test(value) ? value : maskValue(value);

/** By the name of a field, in small letters, as the API writes it and as a program may: `customerName`. */
const FIELDS = new Map(
  [
    ...[...Object.values(recipients).map(({ field }) => field), 'customer_number', 'search'].map(
      (name) => [name, maskNumber] as const,
    ),
    ...[...tokenFields, 'pins', 'serial', 'customer_name', 'address', 'webhook_secret'].map(
      (name) => [name, hide] as const,
    ),
    ...[
      'amount',
      'price',
      'balance',
      'new_balance',
      'renewal_amount',
      'minimum_amount',
      'arrears',
      ...chargeFields,
    ].map((name) => [name, keepAmount] as const),
    ['webhook_url', maskWebhook] as const,
  ].flatMap(([name, mask]) =>
    [name, name.replaceAll('_', ''), name.replaceAll('_', '-')].map((each) => [each, mask] as const),
  ),
);
const LONGEST_NAME = Math.max(...[...FIELDS.keys()].map((name) => name.length));
