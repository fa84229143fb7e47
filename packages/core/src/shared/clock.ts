/** Our source of time, where PostgreSQL's clock is not used. Injected, so that tests need not wait. */
export type Clock = {
  /** The wall clock. */
  now(): Date;
  /** Milliseconds of a clock that never jumps and goes on while the process is suspended. */
  monotonicMs(): number;
};

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};

/**
 * Returns the milliseconds since its creation, by the clock that ran further: a suspended machine may stop one of them.
 */
export function stopwatch({ monotonicMs, now }: Clock): () => number {
  const [monotonicStart, wallStart] = [monotonicMs(), now().getTime()];
  return () => Math.max(monotonicMs() - monotonicStart, now().getTime() - wallStart);
}
