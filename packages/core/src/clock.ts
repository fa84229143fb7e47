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
