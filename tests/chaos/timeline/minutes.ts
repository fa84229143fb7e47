import { type FaultSpan, overlapMs, quietTimes, type TimeSpan } from './quiet-times';

/** Facts about one minute of a run. */
export type MinuteFact = {
  /** 1 is the first. */
  minute: number;
  /** Purchases that became a success in it. */
  successes: number;
  /** How much of it was quiet, in milliseconds. */
  quietMs: number;
  /** Names of the faults that were under way in it, without repeats. */
  faults: string[];
};

type Timeline = {
  run: TimeSpan;
  faults: readonly FaultSpan[];
  /** When purchases became a success. */
  successesMs: readonly number[];
};

const MINUTE_MS = 60_000;
/** At a rate of one purchase a second, five would have been sold in it. */
const EXPLAINED_BELOW_MS = 5_000;

/** The minutes of a run; the last one may be shorter, but not so short that it says nothing. */
export function minutesOf({ run, faults, successesMs }: Timeline): MinuteFact[] {
  const quiet = quietTimes(faults, run);
  const minutes: MinuteFact[] = [];
  for (let { fromMs } = run; run.toMs - fromMs >= EXPLAINED_BELOW_MS; fromMs += MINUTE_MS) {
    const span = { fromMs, toMs: Math.min(fromMs + MINUTE_MS, run.toMs) };
    const underWay = faults.filter((fault) => fault.fromMs < span.toMs && fault.toMs > span.fromMs);
    minutes.push({
      minute: minutes.length + 1,
      successes: successesMs.filter((at) => at >= span.fromMs && at < span.toMs).length,
      quietMs: overlapMs(quiet, span),
      faults: [...new Set(underWay.map(({ name }) => name))],
    });
  }
  return minutes;
}

/**
 * Minutes without a success that the faults do not explain. Faults explain a minute when they, and the settling after
 * them, leave less than five seconds of it.
 */
export function unexplainedMinutes(timeline: Timeline): string[] {
  return minutesOf(timeline)
    .filter(({ successes, quietMs }) => successes === 0 && quietMs >= EXPLAINED_BELOW_MS)
    .map(
      ({ minute, quietMs, faults }) =>
        `minute ${minute} has no success, though ${Math.round(quietMs / 1_000)} s of it were quiet; faults: ${faults.join(', ') || 'none'}`,
    );
}
