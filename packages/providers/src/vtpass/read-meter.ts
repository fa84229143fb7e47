import type { MeterDelivery } from '@topup/core/provider';
import { field, fieldsSpelt, firstText, isRecord, parseJson } from './json';

/** Kept of a number of units: meters count hundredths of a kWh at most, and what follows is noise of floats. */
const UNIT_DECIMALS = 4;

/** Folded as `fieldsSpelt` folds them, the preferred first. */
const TOKEN = ['maintoken', 'token'];
const BONUS_TOKEN = ['bonustoken'];
const PURCHASED_CODE = ['purchasedcode'];
const UNITS = ['units', 'purchasedunits', 'maintokenunits'];
const CUSTOMER_NAME = ['customername'];
const ADDRESS = ['customeraddress', 'address'];

/**
 * Reads what a disco says of a meter besides the fate of the order. Each disco has its own names and forms for it, next to `code` and `content`;
 * a requery repeats the token in `extras`. A disco's own `status`, `responseCode` and `responseMessage` stand there too: they are read nowhere.
 * Source: VTpass's page per disco, and recorded answers.
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

/** A text, an object, or the text of an object. */
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
 * The tokens in one text, such as `Token : 1234-5678-9012-3456-7890 Bonus Token : 0987…`. A number is never one: with 20 digits it has lost some,
 * and with them its leading zeros.
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

/** Digits in groups are a token when they are 20 together: a part of a longer number is none. Beside a whole 20 other digits are something else. */
function tokensInDigits(digits: string): string[] {
  const groups = digits.split(/[^0-9]+/);
  const whole = groups.filter((group) => group.length === 20);
  if (whole.length > 0) return whole;
  const joined = groups.join('');
  return joined.length === 20 ? [joined] : [];
}

/** The first number of units there is, as canonical decimal text: `"79.9 kWh"`, `"79.90"` and 79.9 are all `79.9`, so that pay and requery agree. */
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
