import type { Variation } from '../provider/provider.port';

/**
 * The part of a list that can be sold: duplicates that are the same become one (the first), and those that differ are
 * left out.
 * @returns `listed` by key, in the order of the list; `contradictory`: the first one of each key that differs
 */
export function distinct<T>(list: readonly T[], keyOf: (each: T) => string, isSame: (one: T, other: T) => boolean) {
  const listed = new Map<string, T>();
  const contradictory = new Map<string, T>();
  for (const each of list) {
    const key = keyOf(each);
    const first = listed.get(key);
    if (first === undefined) listed.set(key, each);
    else if (!isSame(first, each)) contradictory.set(key, first);
  }
  for (const key of contradictory.keys()) listed.delete(key);
  return { listed, contradictory: [...contradictory.values()] };
}

/** The same of a provider's price list, by code and price; without a price of 0 (StarTimes' `ewallet`: any amount). */
export function distinctVariations(list: Variation[]): { listed: Variation[]; contradictory: string[] } {
  const isSame = (one: Variation, other: Variation) => one.priceKobo === other.priceKobo;
  const { listed, contradictory } = distinct(list, ({ code }) => code, isSame);
  return {
    listed: [...listed.values()].filter(({ priceKobo }) => priceKobo > 0n),
    contradictory: contradictory.map(({ code }) => code),
  };
}
