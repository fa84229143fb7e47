import { createScanner } from 'jsonc-parser';

/** A number of a body that floating point would change: `10.999999999999999999` becomes 11. No field accepts it. */
export class InexactNumber {
  constructor(readonly text: string) {}

  toJSON(): string {
    return this.text;
  }
}

/** A JSON object as it was sent. */
export type JsonBody = {
  fields: Record<string, unknown>;
  /** Keys that one object names more than once, at any depth. Which of the values was meant is not known. */
  repeatedKeys: string[];
};

/**
 * Parses a JSON object. `JSON.parse` decides what is JSON and makes the value; the scanner then reads what a value
 * cannot show: keys that are named twice, and the digits of numbers.
 * @returns null when the JSON is not an object
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): JsonBody | null {
  const fields: unknown = JSON.parse(text);
  if (!isObject(fields)) return null;
  const { repeatedKeys, numbers } = scan(text);
  for (const [key, number] of numbers) if (!isExact(number)) set(fields, key, new InexactNumber(number));
  return { fields, repeatedKeys };
}

/** `numbers`: the values of the outermost object that are numbers, by their keys. No field is deeper. */
function scan(text: string): { repeatedKeys: string[]; numbers: [key: string, text: string][] } {
  const repeated = new Set<string>();
  const numbers: [string, string][] = [];
  /** The keys of each object that is open; null for a list. */
  const open: (Set<string> | null)[] = [];
  const scanner = createScanner(text, true);
  const nextToken = () => {
    scanner.scan();
    return text[scanner.getTokenOffset()];
  };
  let lastText = '';
  for (let token = nextToken(); token !== undefined; token = nextToken()) {
    if (token === '"') lastText = scanner.getTokenValue();
    else if (token === ':') {
      const keys = open.at(-1);
      if (keys?.has(lastText)) repeated.add(lastText);
      keys?.add(lastText);
    } else if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (/[-0-9]/.test(token) && open.length === 1) numbers.push([lastText, scanner.getTokenValue()]);
  }
  return { repeatedKeys: [...repeated], numbers };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Not an assignment: that would set the prototype for the key `__proto__`. */
function set(fields: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Whether floating point keeps the number of this text: `1e3` and `100.00` become `1000` and `100`, the same ones. */
function isExact(text: string): boolean {
  const kept = String(Number(text));
  return kept === text || normalized(kept) === normalized(text);
}

/** Equal for texts of the same number: its digits from the first to the last that is not 0, and its exponent. */
function normalized(number: string): string {
  const [, sign, whole = '', decimals = '', exponent = '0'] = DECIMAL.exec(number) ?? [];
  const digits = `${whole}${decimals}`.replace(/^0+/, '');
  let end = digits.length; // a loop: `/0+$/` takes quadratic time
  while (digits[end - 1] === '0') end -= 1;
  if (end === 0) return '0';
  return `${sign}${digits.slice(0, end)}e${BigInt(exponent) + BigInt(digits.length - end - decimals.length)}`;
}

/** `Infinity`, which a number beyond all doubles becomes, has no digits and therefore equals zero alone. */
const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;
