/** When to requery, when to stop, and when "no such order" is proof. All in milliseconds. */
export type RequeryRules = {
  /** Times since the send, ascending. */
  schedule: readonly number[];
  /** "No such order" counts only this long after the send, and only when the provider repeats it over as long. */
  notFoundMs: number;
  random(): number;
};

/** How often the provider must say that it knows no such order, before it is taken for lost. */
export const NOT_FOUND_TIMES = 3;

/** A provider can list an order minutes after it took it, and a network can deliver one late. */
const NOT_FOUND_MS = 600_000;
/** Where those minutes never come, as in tests: the share of the schedule that is taken instead. */
const NOT_FOUND_SHARE = 1 / 20;

export function requeryRules(schedule: readonly number[]): RequeryRules {
  const endMs = schedule.at(-1) ?? 0;
  const notFoundMs = refundsEarly(schedule) ? endMs * NOT_FOUND_SHARE : NOT_FOUND_MS;
  return { schedule, notFoundMs, random: Math.random };
}

/** Whether a schedule is so short that "no such order" refunds within a minute of the send. */
export const refundsEarly = (schedule: readonly number[]): boolean => (schedule.at(-1) ?? 0) <= NOT_FOUND_MS;

/**
 * Milliseconds to the next offset of the schedule, up to 20 % of the way there later. Never earlier: the same offset
 * would then be next once more. Null when the schedule is over.
 */
export function nextCheck(sinceSendMs: number, { schedule, random }: RequeryRules): number | null {
  const offset = schedule.find((at) => at > sinceSendMs);
  return offset === undefined ? null : Math.max(1, Math.round((offset - sinceSendMs) * (1 + random() * 0.2)));
}
