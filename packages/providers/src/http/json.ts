// Reads JSON of any shape. Nothing here throws.

const MAX_TEXT = 200;

/**
 * @returns undefined when the text is not JSON, a value that no JSON text has; null when an object in it names a key
 *   twice, because nobody knows which of the values was meant
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return keysIn(value) === namedKeysIn(text) ? value : null;
  } catch {
    return undefined;
  }
}

/** Outside of a string, JSON has a colon behind each key and nowhere else. */
const STRING_OR_COLON = /"[^"\\]*(?:\\.[^"\\]*)*"|:/g;

function namedKeysIn(json: string): number {
  let named = 0;
  for (const [token] of json.matchAll(STRING_OR_COLON)) if (token === ':') named += 1;
  return named;
}

/** The keys of all objects in it. A loop: nesting may be deeper than the stack. */
function keysIn(value: unknown): number {
  const open = [value];
  let keys = 0;
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (typeof each !== 'object' || each === null) continue;
    const values = Object.values(each);
    if (!Array.isArray(each)) keys += values.length;
    for (const inner of values) open.push(inner);
  }
  return keys;
}

/** Reads own properties of plain objects only: never `__proto__` in a body, or a polluted prototype. */
export function field(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/**
 * The values of a field that each disco spells differently (`customerName`, `CustomerName`, `Customer_Name`).
 * @param names in lower case without underscores, the preferred one first
 */
export function fieldsSpelt(value: unknown, names: readonly string[]): unknown[] {
  if (!isRecord(value)) return [];
  const entries = Object.entries(value).map(([key, entry]) => [key.replaceAll('_', '').toLowerCase(), entry] as const);
  return names.flatMap((name) => entries.filter(([key]) => key === name).map(([, entry]) => entry));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a text, or a number as text, to be stored and shown: at most 200 characters, on one line, without what
 * PostgreSQL does not accept (NUL, lone surrogates).
 * @returns empty when it is absent or of another type, and for `null` and `N/A`, which discos send for an absent value
 */
export function readText(value: unknown): string {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : '';
  if (typeof value !== 'string') return '';
  const text = value
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return /^(?:null|n\/a)$/i.test(text) ? '' : text;
}

/** The first of `values` that has a text, otherwise empty. */
export function firstText(values: readonly unknown[]): string {
  for (const value of values) {
    const text = readText(value);
    if (text !== '') return text;
  }
  return '';
}

/** A word of upper case letters; null when it is absent, and `unreadable` for anything else. */
export function readStatus(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' && /^[A-Z_]{1,40}$/.test(value) ? value : 'unreadable';
}
