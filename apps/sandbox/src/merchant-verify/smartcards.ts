import type { Variation } from '../catalogue/price-lists';
import { pick, seedOf } from './customers';

/**
 * The bouquet a DStv or GOtv card has and what renewing it costs: one of the list as it stands, always the same for the same number and list.
 * A card whose last digit is even is offered 10 % off its bouquet's price, because VTpass's renewal amount "may include a discount".
 * @returns null when the list is empty
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
