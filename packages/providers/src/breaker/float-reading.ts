import type { Lookup } from '@topup/core/provider';

/** The float, asked when somebody wants it and, while anything is stopped, again and again. */
type FloatReading = {
  /** Asked now; calls that come meanwhile share the answer. */
  now(): Promise<Lookup<bigint>>;
  /** Asked in this many milliseconds, or sooner when it is waited for already. */
  within(ms: number): void;
  /** Asked as soon as the last question is this many milliseconds old. */
  notMoreOftenThan(ms: number): void;
};

type FloatReadingDeps = {
  /** Asks for the float. Never throws. */
  balance(): Promise<Lookup<bigint>>;
  monotonicMs(): number;
  /** Called with each answer. Returns after how many milliseconds to ask again; null: not. */
  learn(answer: Lookup<bigint>): number | null;
};

export function createFloatReading({ balance, monotonicMs, learn }: FloatReadingDeps): FloatReading {
  let askedMs = Number.NEGATIVE_INFINITY;
  let asking: Promise<Lookup<bigint>> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function now(): Promise<Lookup<bigint>> {
    askedMs = monotonicMs();
    asking ??= balance().then((answer) => {
      asking = undefined;
      const againMs = learn(answer);
      if (againMs !== null) within(againMs);
      return answer;
    });
    return asking;
  }

  function within(ms: number): void {
    if (timer !== undefined || asking !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void now();
    }, ms).unref();
  }

  return { now, within, notMoreOftenThan: (ms) => within(Math.max(0, askedMs + ms - monotonicMs())) };
}
