import type { Metrics } from '@topup/runtime';
import { createPolledGauge, type Poll } from './polled-gauge';

type Value = number | bigint | boolean | null;

/** A gauge of a reading. `of`: its value, or one for each set of labels; null is left out, and true is 1. */
type Shown<T> = {
  help: string;
  labels?: readonly string[];
  of(reading: T): Value | { labels: Record<string, string>; value: Value }[];
};

/** Declares gauges that show one reading, which is made at each scrape. None is shown while that is null. */
export function showGauges<T extends object>(
  metrics: Metrics,
  source: string,
  gauges: Record<string, Shown<T>>,
  read: () => Promise<T | null>,
): void {
  const all = Object.entries(gauges);
  const declared = Object.fromEntries(all.map(([name, { help, labels = [] }]) => [name, { help, labels }]));
  metrics.gauges(source, declared, async () => {
    const reading = await read();
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
  { gauges, ...poll }: Poll<T | null> & { gauges: Record<string, Shown<T>> },
): () => void {
  const polled = createPolledGauge(poll);
  showGauges(metrics, poll.name, gauges, async () => polled.latest());
  return polled.stop;
}
