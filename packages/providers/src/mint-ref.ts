const LAGOS_OFFSET_MS = 3_600_000;
/** So many digits of base 36 hold any UUID. */
const ID_DIGITS = 25;

/** One of our references: as minted now, or with the 32 hexadecimal digits of the id, as before. */
export const OUR_REF = /[0-9]{12}(?:[0-9a-z]{25}|[0-9a-f]{32})(?:x[23])?/;

/**
 * Makes our reference of an order, 37 characters: date, hour and minute in Lagos (UTC+1 all year), then the id of the
 * purchase in base 36. VTpass rejects a reference whose first 12 digits are not of the day (085). Monnify may take no
 * more than 40 characters, and a later attempt has `x2` behind it.
 */
export function mintRef(purchaseId: string, at: Date): string {
  const lagos = new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString();
  const id = BigInt(`0x${purchaseId.replaceAll('-', '')}`).toString(36);
  return lagos.replace(/[^0-9]/g, '').slice(0, 12) + id.padStart(ID_DIGITS, '0');
}

/** The id of the purchase that our reference names, whatever its minute and attempt. Null: it is not ours. */
export function purchaseIdIn(providerRef: string): string | null {
  const [, digits = ''] = /^[0-9]{12}([0-9a-z]{25}|[0-9a-f]{32})(?:x[23])?$/.exec(providerRef) ?? [];
  if (digits === '') return null;
  const hex = digits.length === 32 ? digits : fromBase36(digits).toString(16).padStart(32, '0');
  return hex.length > 32 ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const fromBase36 = (digits: string): bigint =>
  [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
