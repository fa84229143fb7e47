import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './caught';
import { faults } from './faults';
import { type Random, randomOf } from './random';
import type { FaultCounts } from './run-summary';
import type { TestBed } from './test-bed';
import type { FaultLog } from './timeline/fault-log';

export type ScheduledFault = { fault: Fault; random: Random };

/**
 * Faults begin for so long. When the last of them is over, there is none for QUIET_MS, so that the audit sees how the
 * service answers without them.
 */
const STROKES_MS = 30_000;
const QUIET_MS = 20_000;
/** Six minutes must hold each of 72 kinds. */
const AT_ONCE = 3;

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

type Injection = { testBed: TestBed; dealt: Iterable<ScheduledFault>; count: FaultCounts; faultLog: FaultLog };

/** Injects the faults, at most three at a time. Fulfilled when the last is over after `until`. */
export async function injectFaults({ testBed, dealt, count, faultLog }: Injection, until: AbortSignal): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal: until }).catch(() => undefined);
  const underWay = new Set<Promise<void>>();
  const missed: ScheduledFault[] = [];
  let strokesUntil = performance.now() + STROKES_MS;
  const mayBegin = () => performance.now() < strokesUntil;
  for (const scheduled of withRepeats(dealt, missed)) {
    const { fault, random } = scheduled;
    await pause(random.between(300, 1_500));
    if (!mayBegin()) {
      await Promise.all(underWay);
      await pause(QUIET_MS);
      strokesUntil = performance.now() + STROKES_MS;
    }
    if (until.aborted) break;
    const { name } = fault;
    const inject = async () => {
      // a fault without effect gets a second chance, unless the quiet time should begin
      const fired = (await attempt(fault, testBed, random)) || (mayBegin() && (await attempt(fault, testBed, random)));
      const before = count.get(name) ?? { fired: 0, missed: 0 };
      count.set(name, fired ? { ...before, fired: before.fired + 1 } : { ...before, missed: before.missed + 1 });
      if (!fired) missed.push(scheduled);
    };
    const injecting: Promise<void> = faultLog.during(name, inject).finally(() => underWay.delete(injecting));
    underWay.add(injecting);
    if (underWay.size >= AT_ONCE) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}

const REPEAT_EVERY = 4;

/** The faults in their order, and after each four one of those without effect again. */
export function* withRepeats(dealt: Iterable<ScheduledFault>, missed: ScheduledFault[]): Generator<ScheduledFault> {
  let n = 0;
  for (const scheduled of dealt) {
    yield scheduled;
    n += 1;
    const again = n % REPEAT_EVERY === 0 ? missed.shift() : undefined;
    if (again !== undefined) yield again;
  }
}

/** Faults can disturb each other: the target is already down, or the database does not answer. */
const attempt = ({ inject }: Fault, testBed: TestBed, random: Random): Promise<boolean> =>
  inject(testBed, random).catch(() => false);
