import { type Fault, faults } from './faults';
import { type Random, randomOf } from './random';

export type ScheduledFault = { fault: Fault; random: Random };

/**
 * The faults of a run in their order, which the seed alone decides. Every kind comes once in each round, so that a long
 * run meets them all. Those named in `first` come before that, three times over.
 */
export function* scheduleFaults(seed: number, first: readonly string[] = []): Generator<ScheduledFault, never> {
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
