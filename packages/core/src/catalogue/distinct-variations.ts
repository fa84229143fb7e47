import type { Variation } from '../provider/provider.port';

/**
 * The part of a provider's price list that can be sold. A code may be there twice: duplicates with the same price
 * become one (the first); a code with different prices is left out. So is a price of 0 (StarTimes' `ewallet` takes any
 * amount).
 * @returns `listed` in the order of the list; `contradictory`: the codes with different prices, each once
 */
export function distinctVariations(list: Variation[]): { listed: Variation[]; contradictory: string[] } {
  const first = new Map<string, Variation>();
  const contradictory = new Set<string>();
  for (const each of list) {
    const before = first.get(each.code);
    if (before === undefined) first.set(each.code, each);
    else if (before.priceKobo !== each.priceKobo) contradictory.add(each.code);
  }
  const listed = [...first.values()].filter(({ code, priceKobo }) => priceKobo > 0n && !contradictory.has(code));
  return { listed, contradictory: [...contradictory] };
}
