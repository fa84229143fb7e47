const NAIRA =
  /^([-+]?)(?:NGN|₦|N)? ?([-+]?)((?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15}))(?:\.(?:([0-9]{1,2})|([0-9]{2})00+))?$/;

/**
 * Naira with a sign, thousands in commas, and a currency before it; in kobo. Zeros can follow the kobo, but three
 * decimals are none: `1.000` is how some spreadsheets write 1,000.
 */
export function readSigned(text: string): bigint | null {
  const match = NAIRA.exec(text);
  if (match === null) return null;
  const [, sign, second, whole = '', short, long] = match;
  const decimals = short ?? long ?? '';
  const kobo = BigInt(whole.replaceAll(',', '')) * 100n + BigInt(decimals.padEnd(2, '0'));
  return sign === '-' || second === '-' ? -kobo : kobo;
}

/** `2026-11-20T09:05:00Z`, `2026-11-20 09:05`, or `20/11/2026 09:05:00` with the day first. */
export function readTime(text: string, zone: string): Date | null {
  const local = /^([0-9]{2})\/([0-9]{2})\/([0-9]{4})[ T](.+)$/.exec(text);
  const iso = local === null ? text.replace(' ', 'T') : `${local[3]}-${local[2]}-${local[1]}T${local[4]}`;
  const match =
    /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?)(Z|[+-][0-9]{2}:?[0-9]{2})?$/.exec(
      iso,
    );
  if (match === null) return null;
  const [, day = '', clock = '', own] = match;
  const offset = (own ?? zone).replace(/^([+-][0-9]{2})([0-9]{2})$/, '$1:$2');
  const at = new Date(`${day}T${clock}${offset}`);
  const isThere =
    !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return Number.isNaN(at.getTime()) || !isThere ? null : at;
}

const SPREADSHEET_NUMBER = /^[-+]?[0-9]+(?:[.,][0-9]+)?E[-+]?[0-9]+$/i;
/** A reference can be `-`, for none. */
const FORMULA = /^[=+@']/;

/** Why a text is no reference or id, because a spreadsheet has rewritten it. Null when it can be one. */
export function referenceFault(text: string): string | null {
  if (SPREADSHEET_NUMBER.test(text)) return 'is a number as a spreadsheet writes it, whose digits are lost';
  return FORMULA.test(text) ? 'is a formula of a spreadsheet' : null;
}

/** An offset such as `+01:00`, or `Z`. */
export const isZone = (text: string): boolean => /^(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])$/.test(text);
