import type { Variation } from '../provider/provider.port';

/**
 * What of a provider's price list can be sold. The same code may come twice there: duplicates that agree in price become one (the first), a code whose
 * duplicates disagree has no price that one could trust. A price of zero is no price (StarTimes' `ewallet` takes any amount).
 * @returns `listed` in the order of the list; `contradictory`: the codes whose duplicates disagree, each once
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
