/** Memory in bytes after this many purchases, with garbage collected. */
export type Holding = {
  purchases: number;
  heap: { api: number; worker: number };
  rss: { api: number; worker: number };
  redis: { bytes: number; keys: number; streams: Record<string, number> };
};

/**
 * Only after this many purchases is everything at its bound that is kept on purpose: 1,000 jobs per queue, 10,000
 * stream entries.
 */
export const SETTLED_AFTER = 20_000;
const GROWTH = 1.3;
const STREAM_ENTRIES = 11_000; // the queues' bound is 10,000, and Redis cuts by whole nodes of a stream

/** One line for each thing that grew too much. Memory is not judged when the first holding is of too few purchases. */
export function growthOf(holdings: readonly Holding[]): string[] {
  const [first, last] = [holdings[0], holdings.at(-1)];
  if (first === undefined || last === undefined) return [];
  const sizes: [string, (of: Holding) => number][] = [
    ['the heap of the api', ({ heap }) => heap.api],
    ['the heap of the worker', ({ heap }) => heap.worker],
    ['the memory of Redis', ({ redis }) => redis.bytes],
    ['the keys of Redis', ({ redis }) => redis.keys],
  ];
  const grown = sizes.flatMap(([what, sizeOf]) => {
    const times = sizeOf(last) / sizeOf(first);
    return first.purchases >= SETTLED_AFTER && times > GROWTH
      ? [`${what} has grown to ${times.toFixed(2)} times what it was`]
      : [];
  });
  const long = Object.entries(last.redis.streams).flatMap(([name, entries]) =>
    entries > STREAM_ENTRIES ? [`the stream ${name} has ${entries} entries`] : [],
  );
  return [...grown, ...long];
}
