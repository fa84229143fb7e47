/** Our source of time, where PostgreSQL's clock is not used. Injected, so that tests need not wait. */
export type Clock = {
  now(): Date;
  /** Milliseconds of a clock that never jumps and goes on while the process is suspended. */
  monotonicMs(): number;
};

export type NanosecondClock = Clock & {
  /** The wall clock in nanoseconds since 1970. Each reading of this process is greater than the one before it. */
  nowNs(): bigint;
};

const NS_PER_MS = 1_000_000n;
/** A wall clock that is set back by more than this was wrong before, and is followed. */
const SET_BACK_MS = 10_000n;

/**
 * Reads nanoseconds since 1970 from a monotonic clock, which has real nanoseconds. Only the whole milliseconds between
 * the two clocks come from the wall clock. It is at most 1 ms from the wall clock when that runs on or jumps forward.
 * When that is set back by at most 10 s, readings go on increasing, and stay ahead by as much.
 */
export function createNanosecondClock(clocks: { wallMs(): number; monotonicNs(): bigint }): () => bigint {
  let aheadMs: bigint | undefined; // of the monotonic clock
  let last = 0n;
  return () => {
    const wallMs = BigInt(clocks.wallMs()); // first: a pause between the two must not put the readings ahead
    const monotonicNs = clocks.monotonicNs();
    const apartMs = wallMs - monotonicNs / NS_PER_MS;
    if (aheadMs === undefined || apartMs > aheadMs) aheadMs = apartMs;
    if (apartMs < aheadMs - SET_BACK_MS) [aheadMs, last] = [apartMs, 0n];
    const now = monotonicNs + aheadMs * NS_PER_MS;
    last = now > last ? now : last + 1n;
    return last;
  };
}

export const systemClock: NanosecondClock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  nowNs: createNanosecondClock({ wallMs: Date.now, monotonicNs: process.hrtime.bigint }),
};

/** The milliseconds since its creation, by the clock that ran further: a suspended machine may stop one of them. */
export function stopwatch({ monotonicMs, now }: Clock): () => number {
  const [monotonicStart, wallStart] = [monotonicMs(), now().getTime()];
  return () => Math.max(monotonicMs() - monotonicStart, now().getTime() - wallStart);
}
