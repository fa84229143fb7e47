import { isFilled } from '../../http/read-body';
import type { Variation } from '../catalogue/price-lists';

/**
 * Reads an operator's price list: an array of `{ variation_code, name, variation_amount }`. Other fields are dropped.
 * The amount is a text or a number, in naira with at most two decimals.
 * @returns null if the list has another form
 */
export function readVariations(body: unknown): Variation[] | null {
  if (!Array.isArray(body)) return null;
  const variations = body.map(readVariation);
  return variations.includes(null) ? null : variations.filter((variation) => variation !== null);
}

function readVariation(item: unknown): Variation | null {
  if (typeof item !== 'object' || item === null) return null;
  const { variation_code, name, variation_amount }: Record<string, unknown> = { ...item };
  if (typeof variation_code !== 'string' || variation_code === '' || typeof name !== 'string') return null;
  if (!isFilled(variation_amount) || !/^\d{1,9}(\.\d{1,2})?$/.test(String(variation_amount))) return null;
  return { variation_code, name, variation_amount: Number(variation_amount).toFixed(2) };
}
