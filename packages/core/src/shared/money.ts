/** Money is whole kobo in a bigint everywhere between the JSON text and the database. 100 kobo are one naira. */

const NAIRA_TEXT = /^[0-9]{1,9}(\.[0-9]{1,2})?$/;

/**
 * Reads a naira amount as clients send it: a decimal string, or a JSON number by its shortest decimal text (1e3 is
 * 1000). The reader of the body lets no number through that floating point has changed.
 * @returns kobo; null when it is not one to nine digits with at most two decimals, or is zero
 */
export function parseNaira(value: unknown): bigint | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const text = String(value);
  if (!NAIRA_TEXT.test(text)) return null;
  const [naira = '0', decimals = ''] = text.split('.');
  const kobo = BigInt(naira) * 100n + BigInt(decimals.padEnd(2, '0'));
  return kobo > 0n ? kobo : null;
}

/** The same of an amount that may be zero. */
export const parseNairaFromZero = (text: string): bigint | null => (/^0(\.00?)?$/.test(text) ? 0n : parseNaira(text));

/** Reads a percentage from 0 to 1000 with at most two decimals. @returns basis points; null when it is none */
export function parsePercent(text: string): number | null {
  const [, whole, decimals = ''] = /^([0-9]{1,4})(?:\.([0-9]{1,2}))?$/.exec(text) ?? [];
  const bps = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return whole === undefined || bps > 100_000 ? null : bps;
}

/** Basis points as percent with two decimals. */
export const formatPercent = (bps: number): string => (bps / 100).toFixed(2);

/** Writes kobo as naira with exactly two decimals: 10000n → "100.00", -5n → "-0.05". */
export function formatNaira(kobo: bigint): string {
  const sign = kobo < 0n ? '-' : '';
  const digits = (kobo < 0n ? -kobo : kobo).toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A margin in naira, and in percent of the price with two decimals; that is null when nothing was paid. */
export function marginText(priceKobo: bigint, costKobo: bigint): { margin: string; percent: string | null } {
  const margin = priceKobo - costKobo;
  if (priceKobo === 0n) return { margin: formatNaira(margin), percent: null };
  const doubled = (margin * 20_000n) / priceKobo; // rounded to the nearest, not towards zero
  // hundredths of a percent are to percent as kobo are to naira
  return { margin: formatNaira(margin), percent: formatNaira((doubled + (doubled < 0n ? -1n : 1n)) / 2n) };
}
