import { createHash } from 'node:crypto';

/** Pseudo-random numbers from a seed: the same names give the same numbers on every machine, in any order of calls. */
export type Random = {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(all: readonly T[]): T;
  /** One of the keys, in proportion to its weight. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
  shuffled<T>(all: readonly T[]): T[];
};

/** A separate stream per purpose, so that one more draw does not change the others: `randomOf(7, 'purchase', 12)`. */
export function randomOf(...names: (string | number)[]): Random {
  const seed = names.join('/');
  let drawn = 0;
  const next = () => {
    drawn += 1;
    return createHash('sha256').update(`${seed}#${drawn}`).digest().readUIntBE(0, 6) / 2 ** 48;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(all) {
      const one = all[between(0, all.length - 1)];
      if (one === undefined) throw new RangeError('nothing to pick from');
      return one;
    },
    weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
      const entries = Object.entries(weights) as [Key, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key;
      }
      throw new RangeError('nothing has any weight');
    },
    shuffled(all) {
      const deck = [...all];
      for (let i = deck.length - 1; i > 0; i -= 1) {
        const j = between(0, i);
        [deck[i], deck[j]] = [deck[j] as (typeof deck)[number], deck[i] as (typeof deck)[number]];
      }
      return deck;
    },
  };
}
