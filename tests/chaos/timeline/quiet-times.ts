/** Monotonic milliseconds. */
export type TimeSpan = { fromMs: number; toMs: number };

/** A fault, from its injection until what it stopped runs again. */
export type FaultSpan = TimeSpan & { name: string };

/**
 * How long the effects of a fault may last. The longest is a job that was lost with Redis: the sweeper takes its
 * purchase after 2 s, and a provider that is silent at this moment is given up after 3 s more. A breaker is closed 4 s
 * after the provider is back (1 s open, then one trial of at most 3 s).
 */
export const SETTLING_MS = 5_000;

/** The times of a run in which no fault is under way and the effects of earlier ones are over. */
export function quietTimes(faults: readonly FaultSpan[], run: TimeSpan): TimeSpan[] {
  const quiet: TimeSpan[] = [];
  let fromMs = run.fromMs + SETTLING_MS;
  for (const fault of [...faults].sort((a, b) => a.fromMs - b.fromMs)) {
    const toMs = Math.min(fault.fromMs, run.toMs);
    if (toMs > fromMs) quiet.push({ fromMs, toMs });
    fromMs = Math.max(fromMs, fault.toMs + SETTLING_MS);
  }
  if (run.toMs > fromMs) quiet.push({ fromMs, toMs: run.toMs });
  return quiet;
}

/** How much of `span` is in these times, in milliseconds. */
export const overlapMs = (times: readonly TimeSpan[], span: TimeSpan): number =>
  times.reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(toMs, span.toMs) - Math.max(fromMs, span.fromMs)),
    0,
  );
