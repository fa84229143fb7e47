import type { MeterDelivery } from '@topup/core/provider';
import { field, fieldsSpelt, firstText, isRecord, parseJson } from '../../http/json';

/** Decimals of the units that are kept: meters count at most hundredths of a kWh, and the rest is float noise. */
const UNIT_DECIMALS = 4;

/** In lower case without underscores, for `fieldsSpelt`; the preferred one first. */
const TOKEN = ['maintoken', 'token'];
const BONUS_TOKEN = ['bonustoken'];
const PURCHASED_CODE = ['purchasedcode'];
const UNITS = ['units', 'purchasedunits', 'maintokenunits'];
const CUSTOMER_NAME = ['customername'];
const ADDRESS = ['customeraddress', 'address'];

/**
 * Reads token, units, name and address. Each disco has its own names and forms for them, next to `code` and `content`;
 * a requery repeats the token in `extras`. The disco's own `status`, `responseCode` and `responseMessage` are never
 * read. Source: VTpass's page per disco, and recorded answers.
 * @param body a whole answer to pay or requery, of any shape
 */
export function readMeter(body: unknown): MeterDelivery {
  const transaction = field(field(body, 'content'), 'transactions');
  const extras = readExtras(field(transaction, 'extras'));
  const places = [body, extras];
  const spelt = (names: readonly string[]) => places.flatMap((place) => fieldsSpelt(place, names));
  const tokenTexts = [
    ...places.flatMap((place) => [...fieldsSpelt(place, TOKEN), ...fieldsSpelt(place, PURCHASED_CODE)]),
    extras,
    ...fieldsSpelt(transaction, PURCHASED_CODE),
  ];
  return {
    ...readTokens(tokenTexts, spelt(BONUS_TOKEN)),
    units: readUnits(spelt(UNITS)),
    customerName: firstText(spelt(CUSTOMER_NAME)),
    address: firstText(spelt(ADDRESS)),
  };
}

/** `extras` is a text, an object, or an object as JSON text. */
function readExtras(extras: unknown): unknown {
  const parsed = typeof extras === 'string' ? parseJson(extras) : undefined;
  return isRecord(parsed) ? parsed : extras;
}

function readTokens(
  texts: readonly unknown[],
  bonusTexts: readonly unknown[],
): Pick<MeterDelivery, 'token' | 'bonusToken'> {
  const found = texts.map(tokensIn);
  const token = found.flatMap(({ main }) => main)[0] ?? null;
  const bonuses = [
    ...bonusTexts.map(tokensIn).flatMap(({ main, bonus }) => [...main, ...bonus]),
    ...found.flatMap(({ main, bonus }) => [...bonus, ...main.slice(1)]),
  ];
  return { token, bonusToken: bonuses.find((bonus) => bonus !== token) ?? null };
}

/**
 * The tokens in one text, such as `Token : 1234-5678-9012-3456-7890 Bonus Token : 0987…`. A JSON number is never a
 * token: with 20 digits it has lost some, and any leading zeros.
 */
function tokensIn(text: unknown): { main: string[]; bonus: string[] } {
  const main: string[] = [];
  const bonus: string[] = [];
  if (typeof text !== 'string') return { main, bonus };
  let isBonus = false;
  for (const [match] of text.matchAll(/(?:bonus[\s_-]*)?token|\d(?:[ \u00a0-]?\d)*/gi)) {
    if (/token$/i.test(match)) isBonus = /^bonus/i.test(match);
    else (isBonus ? bonus : main).push(...tokensInDigits(match));
  }
  return { main, bonus };
}

/** A group of 20 digits is a token, and so are groups with 20 digits together. A part of a longer number is not. */
function tokensInDigits(digits: string): string[] {
  const groups = digits.split(/[^0-9]+/);
  const whole = groups.filter((group) => group.length === 20);
  if (whole.length > 0) return whole;
  const joined = groups.join('');
  return joined.length === 20 ? [joined] : [];
}

/**
 * The first readable number of units, as canonical text, so that pay and requery agree: `"79.9 kWh"`, `"79.90"` and
 * 79.9 are all `79.9`.
 */
function readUnits(values: readonly unknown[]): string | null {
  for (const value of values) {
    const units = unitsIn(value);
    if (units !== null) return units;
  }
  return null;
}

function unitsIn(value: unknown): string | null {
  if (typeof value === 'number') return value >= 0 && value < 1e9 ? canonical(value) : null;
  if (typeof value !== 'string') return null;
  const first = /-?\d(?:[\d.,]*\d)?/.exec(value)?.[0] ?? '';
  const plain = first.replace(/,(?=\d{3}(?!\d))/g, '');
  return /^\d{1,9}(?:\.\d+)?$/.test(plain) ? canonical(Number(plain)) : null;
}

const canonical = (units: number): string => units.toFixed(UNIT_DECIMALS).replace(/\.?0+$/, '');
