/** When to requery, and when to stop. All in milliseconds; the offsets of `schedule` count from the send. */
export type RequeryRules = {
  schedule: readonly number[];
  notFoundMinCount: number;
  notFoundSpanMs: number;
  notFoundMinAgeMs: number;
  /** 0 ≤ random() < 1. */
  random(): number;
};

/**
 * Milliseconds from now to the next requery of a purchase that was sent `sinceSendMs` ago: the next offset of the
 * schedule, ±20 % of the way there. Null when the schedule is over.
 */
export function nextCheck(sinceSendMs: number, { schedule, random }: RequeryRules): number | null {
  const offset = schedule.find((at) => at > sinceSendMs);
  return offset === undefined ? null : Math.max(1, Math.round((offset - sinceSendMs) * (0.8 + random() * 0.4)));
}
