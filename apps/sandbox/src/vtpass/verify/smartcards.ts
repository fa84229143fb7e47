import { pick, seedOf } from '../../customers/customers';
import type { Variation } from '../catalogue/price-lists';

/**
 * The bouquet of a DStv or GOtv card and its renewal price, always the same for the same number and list. A card with
 * an even last digit gets 10 % off, because VTpass's renewal amount "may include a discount".
 * @returns null if the list is empty
 */
export function bouquetOf(
  card: string,
  list: readonly Variation[],
): { bouquet: Variation; renewalNaira: number } | null {
  if (list.length === 0) return null;
  const bouquet = pick(list, seedOf(card));
  const priceNaira = Number(bouquet.variation_amount);
  return { bouquet, renewalNaira: /[02468]$/.test(card) ? Math.round(priceNaira * 90) / 100 : priceNaira };
}
