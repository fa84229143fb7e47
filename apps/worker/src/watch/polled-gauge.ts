import { type Clock, type Db, type Log, startRounds } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

/** A value that is too expensive to read at each scrape. */
export type PolledGauge<T> = {
  /**
   * The last value that was read; null while the first read is under way.
   * @throws Error when no read succeeded within three intervals: an old value must not be taken for the current one
   */
  latest(): T | null;
  /** Starts no more reads. */
  stop(): void;
};

export type Poll<T> = { name: string; everyMs: number; read(): Promise<T>; clock: Clock; log: Log };

/** The dependencies of a watch of the database. */
export type WatchDeps = { db: Db; clock: Clock; log: Log; everyMs?: number };

const STALE_INTERVALS = 3;

/** Reads at once, and again `everyMs` after each read has ended. */
export function createPolledGauge<T>({ name, everyMs, read, clock, log }: Poll<T>): PolledGauge<T> {
  let last: { value: T; atMs: number } | undefined;
  let tried = false;

  async function poll(stopped: () => boolean): Promise<void> {
    try {
      const value = await read();
      last = { value, atMs: clock.monotonicMs() };
    } catch (error) {
      if (!stopped()) log.warn('a metric could not be read', { metric: name, ...errorFields(error) });
    }
    tried = true;
  }

  const rounds = startRounds(everyMs, poll);
  return {
    latest() {
      if (last !== undefined && clock.monotonicMs() - last.atMs < STALE_INTERVALS * everyMs) return last.value;
      if (!tried) return null;
      throw new Error(`${name} could not be read lately`);
    },
    stop: () => void rounds.stop(),
  };
}
