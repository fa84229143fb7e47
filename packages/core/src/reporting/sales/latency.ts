/**
 * How long purchases took, counted in steps: step `n` holds those of `LATENCY_BASE`^n milliseconds or more, and of less
 * than the next step. So the counts of hours can be added up, which percentiles cannot.
 */
export type Latency = { steps: number[]; counts: number[] };

/** Each step is a tenth longer than the one before. */
export const LATENCY_BASE = 1.1;

/**
 * The times within which these shares of the purchases ended, in milliseconds: the middle of their steps, which is
 * within 5 percent. All are null when there are no purchases.
 */
export function percentilesMs(latencies: readonly Latency[], shares: readonly number[]): (number | null)[] {
  const counts: number[] = [];
  for (const { steps, counts: each } of latencies)
    for (const [place, step] of steps.entries()) counts[step] = (counts[step] ?? 0) + (each[place] ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return shares.map((share) => {
    let left = Math.ceil(share * total);
    for (const [step, count = 0] of counts.entries()) {
      left -= count;
      if (count > 0 && left <= 0) return Math.round(LATENCY_BASE ** (step + 0.5));
    }
    return null;
  });
}
