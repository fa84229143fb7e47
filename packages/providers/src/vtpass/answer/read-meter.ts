import { field, fieldsSpelt, firstText, isRecord, parseJson } from '../../http/json';
import { readCharges } from '../../meter/read-charges';
import { readTokens } from '../../meter/read-tokens';
import type { MeterAnswer } from '../../meter/sold-to-meter';

/** Decimals of the units that are kept: meters count at most hundredths of a kWh, and the rest is float noise. */
const UNIT_DECIMALS = 4;

/** A number alone, or with its unit or its name: anything more may be a rate, a sum or another number. */
const UNITS_TEXT = /^(?:(?:units|kwh)\W*)?(\d[\d.,]*?)\.?\s*(?:units|kwh)?\.?$/i;

/** In lower case without underscores, for `fieldsSpelt`; the preferred one first. */
const UNITS = ['units', 'purchasedunits', 'maintokenunits'];
const CUSTOMER_NAME = ['customername'];
const ADDRESS = ['customeraddress', 'address'];

/**
 * Reads tokens, units, charges, name and address. Each disco has its own names and forms for them, next to `code` and
 * `content`; a requery repeats the token in `extras`. The disco's own `status`, `responseCode` and `responseMessage`
 * are never read. Source: VTpass's page per disco, and recorded answers.
 * @param body a whole answer to pay or requery, of any shape
 * @param paidKobo what the customer paid
 */
export function readMeter(body: unknown, paidKobo: bigint): MeterAnswer {
  const content = field(body, 'content');
  const transaction = field(content, 'transactions');
  const places = [body, readExtras(field(transaction, 'extras'))];
  const spelt = (names: readonly string[]) => places.flatMap((place) => fieldsSpelt(place, names));
  return {
    ...readTokens([body, content, transaction]), // the extras are a field of the transaction
    ...readCharges(places, paidKobo),
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
  const [, digits = ''] = UNITS_TEXT.exec(value.trim()) ?? [];
  const plain = digits.replace(/,(?=\d{3}(?!\d))/g, '');
  return /^\d{1,9}(?:\.\d+)?$/.test(plain) ? canonical(Number(plain)) : null;
}

const canonical = (units: number): string => units.toFixed(UNIT_DECIMALS).replace(/\.?0+$/, '');
