import type { Goods } from '@topup/core/provider';
import { isRecord, parseJson } from '../http/json';

/** `doubt`: why they are not certain. Then there are none. */
export type Tokens = Pick<Goods, 'keyChangeTokens' | 'token' | 'bonusToken'> & { doubt: string | null };

export const NO_TOKENS = { keyChangeTokens: [], token: null, bonusToken: null };

/** In the order in which they are entered. A key comes in two tokens, one of 128 bits in three or four. */
const KEYS = ['kct1', 'kct2', 'kct3', 'kct4'] as const;
const KEY_CHANGES = [...KEYS, 'reset', 'configure'] as const;
const MOST_KEY_CHANGES = 4;

type Kind = (typeof KEY_CHANGES)[number] | 'token' | 'bonus';

const UNKNOWN: Claim = { kind: null, digits: null };

/** The discos' words for their tokens, in small letters and digits alone: names of fields, and labels in texts. */
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['token', 'token'],
  ['maintoken', 'token'],
  ['energytoken', 'token'],
  ['bonustoken', 'bonus'],
  ['resettoken', 'reset'],
  ['configuretoken', 'configure'],
  ...KEYS.flatMap((key, i): [string, Kind][] => [
    [key, key],
    [`${key}token`, key],
    [`keychangetoken${i + 1}`, key],
  ]),
]);
/** Fields whose text may hold any of them. A number without a label is the energy there, if it is the only one. */
const FREE_TEXTS = ['token', 'maintoken', 'tokens', 'purchasedcode', 'extras'];

/** A text that speaks of a token beside the energy, which the customer needs too. */
const OF_MORE = /kct|key\W*change|bonus|reset|configur/i;
/** A name or a label that speaks of tokens. */
const OF_TOKENS = new RegExp(`token|${OF_MORE.source}`, 'i');
/** A text that speaks of a token which is not what was bought, or which the meter does not take any more. */
const NOT_ENERGY = new RegExp(
  `${OF_MORE.source}|free|\\bfbe|bsst|clear|tamper|refund|compensat|\\b(?:old|previous|last|used|expired)\\b`,
  'i',
);
/** A field that says what the energy, or the bonus, is: Eko writes `Normal Sale` and `FBE Token`. */
const DESCRIPTION = /^(?:main|(bonus))?token(?:description|type)$/;
/** A label with its number, or digits, even in groups. Fewer than 14 are an amount, a phone or a meter. */
const LABEL_OR_DIGITS = /(?:kct|key[\s_-]*change[\s_-]*token)[\s_-]*[1-4]|\d(?:[ \u00a0\p{Pd}]?\d)*/giu;
const LEAST_DIGITS = 14;
/** The end of a part of a text. */
const ENDS = /[,;|.!?()[\]{}<>/\r\n\u2028\u2029]/;
/** Words for an absent value, and the unit after one: a label before them says nothing of what follows. */
const ABSENT = /\bn\/a\b|\b(?:null|nil|none|kwh)\b/i;

/** One number that an answer holds. `kind` null: not known; `digits` null: not readable. */
type Claim = { kind: Kind | null; digits: string | null };

/**
 * The tokens that an answer names. A number counts for what its label or its field says it is, never for its place: a
 * key change token that is sold as the energy is power that nobody gets. Whatever leaves a doubt is asked again.
 * Sources: VTpass's page per disco, recorded answers, IEC 62055-41 (key change tokens).
 * @param places what has its tokens in fields, each read once where one holds another; anything else is passed over
 */
export function readTokens(places: readonly unknown[]): Tokens {
  if (isDeep(places)) return { ...NO_TOKENS, doubt: 'more levels than an answer has' };
  const records = places.filter(isRecord);
  const fields = records.flatMap(Object.entries).filter(([, value]) => !records.includes(value));
  const claims = fields.flatMap(([name, value]) => claimsOf(name, value));
  const doubt = doubtOf(claims);
  if (doubt !== null) return { ...NO_TOKENS, doubt };
  const read = (kind: Kind) => claims.find((claim) => claim.kind === kind)?.digits ?? null;
  const keyChanges = KEY_CHANGES.map(read).filter((digits) => digits !== null);
  return { keyChangeTokens: [...new Set(keyChanges)], token: read('token'), bonusToken: read('bonus'), doubt: null };
}

/** Recorded answers have five levels. Thousands would overflow the stack of what reads them. */
const MOST_LEVELS = 32;

function isDeep(values: readonly unknown[]): boolean {
  let level = values;
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth += 1)
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  return level.length > 0;
}

/** Returns the claims of a field of this name. */
function claimsOf(fieldName: string, value: unknown): Claim[] {
  const name = spelt(fieldName);
  const kind = KINDS.get(name);
  if (FREE_TEXTS.includes(name)) {
    const own = recordIn(value);
    return own === null
      ? textsOf(value).flatMap((text) => claimsInText(text, 'token', 'any label'))
      : claimsInRecord(own);
  }
  if (kind !== undefined) {
    const claims = textsOf(value).flatMap((text) => claimsInText(text, kind, 'its own label'));
    const isSaid = typeof value === 'number' ? value !== 0 : /[1-9]/.test(JSON.stringify(value) ?? '');
    return claims.length === 0 && isSaid ? [{ kind, digits: null }] : claims;
  }
  const described = DESCRIPTION.exec(name);
  if (described !== null) {
    const texts = textsOf(value).map((text) =>
      described[1] === 'bonus' ? text.replace(/bonus|free|fbe/gi, '') : text,
    );
    return texts.some((text) => NOT_ENERGY.test(text)) ? [UNKNOWN] : [];
  }
  // such as kct5, or a notice to the customer: unless it repeats a token, somebody has to find out what it is
  return textsOf(value)
    .filter((text) => OF_TOKENS.test(fieldName) || OF_MORE.test(text))
    .flatMap(numbersIn)
    .filter(({ digits }) => digits !== null && /[1-9]/.test(digits))
    .map(({ digits }) => ({ kind: null, digits }));
}

/** A number in it that no name explains is a doubt, if it is all that there is. */
function claimsInRecord(own: Record<string, unknown>): Claim[] {
  if (isDeep([own])) return [UNKNOWN];
  const claims = Object.entries(own).flatMap((entry) => claimsOf(...entry));
  const hasNumber = claims.length === 0 && numbersIn(JSON.stringify(own)).some(({ digits }) => digits !== null);
  return hasNumber ? [UNKNOWN] : claims;
}

/** A record, or the text of one: VTpass has `extras` in both forms. */
function recordIn(value: unknown): Record<string, unknown> | null {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  return isRecord(parsed) ? parsed : null;
}

/** A JSON number is never a token: with 20 digits it has lost some, and any leading zeros. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isRecord(value) ? [JSON.stringify(value)] : [];
}

function claimsInText(text: string, kind: Kind, allowed: 'any label' | 'its own label'): Claim[] {
  const numbers = numbersIn(text);
  return numbers.flatMap(({ label, digits }): Claim[] => {
    if (digits === null) return [{ kind: null, digits }];
    if (!/[1-9]/.test(digits)) return [];
    const isOnly = label === '' && numbers.length === 1 && !OF_TOKENS.test(text);
    const said = isOnly ? kind : KINDS.get(label);
    return said === undefined || (said !== kind && allowed === 'its own label') ? [UNKNOWN] : [{ kind: said, digits }];
  });
}

/**
 * A number of 14 digits or more, and what stands between it and the one before. `digits` null: it is no token, or what
 * follows the last one may be the label of any.
 */
type LongNumber = { label: string; digits: string | null };

function numbersIn(text: string): LongNumber[] {
  const numbers: LongNumber[] = [];
  let from = 0;
  for (const { 0: match, index } of text.matchAll(LABEL_OR_DIGITS)) {
    const tokens = tokensInDigits(match);
    if (tokens === 'short') continue;
    const end = index + match.length;
    const isWord = /\p{L}/u.test(text.charAt(end));
    const [first = null, ...more] = isWord ? [] : tokens;
    numbers.push({ label: labelIn(text.slice(from, index)), digits: first });
    numbers.push(...more.map((digits) => ({ label: '', digits })));
    from = end;
  }
  if (numbers.length > 0 && saysOther(text.slice(from))) numbers.push({ label: '', digits: null });
  return numbers;
}

/**
 * Whether the text after a number may say that it is not the energy: `… (KCT1)`. The label of an absent value does not.
 */
function saysOther(rest: string): boolean {
  const [last = '', ...absent] = rest.split(ABSENT).reverse();
  return NOT_ENERGY.test(last) || absent.some((part) => NOT_ENERGY.test(part) && !KINDS.has(labelIn(part)));
}

/**
 * Groups with 20 digits together are a token, and so is each group of 20 digits. What follows them is not, and before
 * them it belongs to the label: `Token 1 1234…` is numbered. A part of a longer number is no token.
 */
function tokensInDigits(match: string): string[] | 'short' {
  const groups = match.split(/[^0-9]+/).filter((group) => group !== '');
  const digits = groups.join('');
  if (digits.length < LEAST_DIGITS) return 'short';
  if (digits.length === 20) return [digits];
  const tokens = groups.filter((group) => group.length === 20);
  const isClear = groups[0]?.length === 20 && digits.length - 20 * tokens.length < LEAST_DIGITS;
  return isClear ? tokens : [];
}

/**
 * The label at the end of a text: `Bonus Token : N/A Token :` ends with `token`. VTpass writes a `Token : ` of its own
 * before the disco's text. A label that follows another one without a value between them is none.
 */
function labelIn(text: string): string {
  const parts = (text.split(ABSENT).at(-1) ?? '').split(ENDS);
  const [last = '', ...others] = parts.filter((part) => spelt(part) !== '').reverse();
  const isUnclear = others.some((part) => OF_TOKENS.test(part) || NOT_ENERGY.test(part));
  return isUnclear ? 'unclear' : spelt(last).replace(/^(?:token)+(?=.)/, '');
}

/** Small letters and digits alone. */
const spelt = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const UNKNOWN_NUMBER = 'a number that may be a token';

/** Why these claims do not say with certainty which token is which; null: they do. */
function doubtOf(claims: readonly Claim[]): string | null {
  if (claims.some(({ kind, digits }) => kind === null && digits === null)) return UNKNOWN_NUMBER;
  const numbers = new Map<Kind, string>();
  const kinds = new Map<string, Kind>();
  for (const { kind, digits } of claims) {
    if (kind === null || digits === null) continue;
    if ((numbers.get(kind) ?? digits) !== digits) return `two different ${kind} tokens`;
    const other = kinds.get(digits) ?? kind;
    if (other !== kind && !isSameKeyChange(other, kind)) return `one number as ${other} and ${kind}`;
    numbers.set(kind, digits);
    kinds.set(digits, KEYS.some((key) => key === kind) ? kind : other);
  }
  if (claims.some(({ kind, digits }) => kind === null && digits !== null && !kinds.has(digits))) return UNKNOWN_NUMBER;
  const unread = claims.find(({ kind }) => kind !== null && !numbers.has(kind));
  if (unread !== undefined) return `a ${unread.kind} token that is not readable`;
  const count = KEYS.filter((key) => numbers.has(key)).length;
  if (count === 1 || KEYS.slice(0, count).some((key) => !numbers.has(key))) return 'a part of the key change tokens';
  return new Set(KEY_CHANGES.flatMap((kind) => numbers.get(kind) ?? [])).size > MOST_KEY_CHANGES
    ? 'too many key change tokens'
    : null;
}

/** Some discos repeat a key change token under another name; two parts of one key are never the same number. */
const isSameKeyChange = (one: Kind, other: Kind): boolean =>
  [one, other].every((kind) => KEY_CHANGES.some((each) => each === kind)) &&
  ![one, other].every((kind) => KEYS.some((key) => key === kind));
