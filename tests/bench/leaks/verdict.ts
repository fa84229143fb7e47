/** What the service held after so many purchases, garbage collected. Bytes. */
export type Holding = {
  purchases: number;
  heap: { api: number; worker: number };
  rss: { api: number; worker: number };
  redis: { bytes: number; keys: number; streams: Record<string, number> };
};

/** Before that many purchases what is kept on purpose has not reached its bounds: 1,000 finished jobs of a queue, 10,000 entries of a stream. */
export const SETTLED_AFTER = 20_000;
const GROWTH = 1.3;
const STREAM_ENTRIES = 11_000; // the queues' bound is 10,000, and Redis cuts by whole nodes of a stream

/** A line for each thing that has grown without bound from the first holding to the last. None, and it is not judged, when the first is of too few purchases. */
export function growthOf(holdings: readonly Holding[]): string[] {
  const [first, last] = [holdings[0], holdings.at(-1)];
  if (first === undefined || last === undefined) return [];
  const measurement: [string, (of: Holding) => number][] = [
    ['the heap of the api', ({ heap }) => heap.api],
    ['the heap of the worker', ({ heap }) => heap.worker],
    ['the memory of Redis', ({ redis }) => redis.bytes],
    ['the keys of Redis', ({ redis }) => redis.keys],
  ];
  const grown = measurement.flatMap(([what, figure]) => {
    const times = figure(last) / figure(first);
    return first.purchases >= SETTLED_AFTER && times > GROWTH
      ? [`${what} has grown to ${times.toFixed(2)} times what it was`]
      : [];
  });
  const long = Object.entries(last.redis.streams).flatMap(([name, entries]) =>
    entries > STREAM_ENTRIES ? [`the stream ${name} has ${entries} entries`] : [],
  );
  return [...grown, ...long];
}
