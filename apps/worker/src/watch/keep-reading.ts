import type { Clock, Log } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

/** A figure that is too dear to be read whenever somebody asks. */
export type KeptReading<T> = {
  /**
   * The last reading; null while the first is under way.
   * @throws Error when the last that worked is three intervals old, or none has: an old figure must not be taken for the present one
   */
  latest(): T | null;
  /** Begins no more readings. */
  stop(): void;
};

type Reading<T> = { name: string; everyMs: number; read(): Promise<T>; clock: Clock; log: Log };

const STALE_INTERVALS = 3;

/** Reads at once, and again `everyMs` after each reading has ended. */
export function keepReading<T>({ name, everyMs, read, clock, log }: Reading<T>): KeptReading<T> {
  let last: { value: T; atMs: number } | undefined;
  let tried = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function again(): Promise<void> {
    try {
      const value = await read();
      last = { value, atMs: clock.monotonicMs() };
    } catch (error) {
      if (!stopped) log.warn('a figure could not be read', { figure: name, ...errorFields(error) });
    }
    tried = true;
    if (!stopped) timer = setTimeout(again, everyMs);
  }

  void again();
  return {
    latest() {
      if (last !== undefined && clock.monotonicMs() - last.atMs < STALE_INTERVALS * everyMs) return last.value;
      if (!tried) return null;
      throw new Error(`${name} could not be read lately`);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
