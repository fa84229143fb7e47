import { type Clock, type Db, type Log, startRounds } from '@topup/core/shared';
import { errorFields, type Metrics } from '@topup/runtime';

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

type Value = number | bigint | boolean | null;

/** A gauge of a reading. `of`: its value, or one for each set of labels; null is left out, and true is 1. */
type Shown<T> = {
  help: string;
  labels?: readonly string[];
  of(reading: T): Value | { labels: Record<string, string>; value: Value }[];
};

export type Gauges<T> = Record<string, Shown<T>>;

/** Declares gauges that show one reading, which is made at each scrape. None is shown while that is null. */
export function showGauges<T extends object>(
  metrics: Metrics,
  source: string,
  gauges: Gauges<T>,
  read: (missed: () => void) => Promise<T | null>,
): void {
  const all = Object.entries(gauges);
  const declared = Object.fromEntries(all.map(([name, { help, labels = [] }]) => [name, { help, labels }]));
  metrics.gauges(source, declared, async (missed) => {
    const reading = await read(missed);
    if (reading === null) return [];
    return all.flatMap(([name, { of }]) => {
      const shown = of(reading);
      const series = Array.isArray(shown) ? shown : [{ labels: {}, value: shown }];
      return series.flatMap(({ labels, value }) => (value === null ? [] : { name, labels, value: Number(value) }));
    });
  });
}

/** The same of a reading that is too expensive for each scrape: it is made at an interval. Returns what stops that. */
export function watchGauges<T extends object>(
  metrics: Metrics,
  { gauges, ...poll }: Poll<T | null> & { gauges: Gauges<T> },
): () => void {
  const polled = createPolledGauge(poll);
  showGauges(metrics, poll.name, gauges, async () => polled.latest());
  return polled.stop;
}
