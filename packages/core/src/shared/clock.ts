/** Where code of ours gets the time from when Postgres is not asked. Injected, so that tests need not wait. */
export type Clock = {
  /** The wall clock. */
  now(): Date;
  /** Milliseconds of a clock that never jumps; it goes on while the process is suspended. */
  monotonicMs(): number;
};

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};

/** Tells the milliseconds since it was made, by the clock that ran further: a suspended machine stops one or the other. */
export function stopwatch({ monotonicMs, now }: Clock): () => number {
  const [monotonicStart, wallStart] = [monotonicMs(), now().getTime()];
  return () => Math.max(monotonicMs() - monotonicStart, now().getTime() - wallStart);
}
