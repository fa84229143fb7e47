import { type Fault, faults } from './faults';
import { type Random, randomOf } from './random';

export type Stroke = { fault: Fault; random: Random };

/**
 * The faults of a run in their order: by the seed alone, whatever happens meanwhile. Every kind comes once in each round of the deck, so a run that is long enough
 * meets them all. Those named in `first` come before the deck, over and over for three rounds.
 */
export function* strokes(seed: number, first: readonly string[] = []): Generator<Stroke, never> {
  for (let round = 1; round <= 3; round += 1) {
    for (const name of first) yield { fault: named(name), random: randomOf(seed, 'first', round, name) };
  }
  for (let round = 1; ; round += 1) {
    const deck = randomOf(seed, 'deck', round).shuffled(faults.map((fault, card) => ({ fault, card })));
    for (const { fault, card } of deck) yield { fault, random: randomOf(seed, 'stroke', round, card) };
  }
}

function named(name: string): Fault {
  const fault = faults.find((each) => each.name === name);
  if (fault === undefined) throw new Error(`no fault is called ${name}`);
  return fault;
}
