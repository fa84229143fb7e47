import { type Clock, setBounded } from '@topup/core/shared';

/**
 * Makes a cache of the answers of expensive reads, each for its own time. Callers that come during a read wait for it
 * together. Above `max` entries, the one that was kept first makes room.
 */
export function createExpiringCache<Value>({ clock, max }: { clock: Clock; max: number }) {
  const cache = new Map<string, { read: Promise<Value>; freshUntilMs: number }>();
  return {
    /** Undefined when it was not kept, is too old, or had to make room. */
    get(key: string): Promise<Value> | undefined {
      const known = cache.get(key);
      return known !== undefined && known.freshUntilMs > clock.monotonicMs() ? known.read : undefined;
    },
    /** Keeps a read for `freshMs` from its end, and returns it. One that fails is not kept. */
    keep(key: string, read: Promise<Value>, freshMs: (value: Value) => number): Promise<Value> {
      const entry = { read, freshUntilMs: Number.POSITIVE_INFINITY };
      cache.delete(key); // kept again, it is the newest
      setBounded(cache, key, entry, max);
      read.then(
        (value) => {
          entry.freshUntilMs = clock.monotonicMs() + freshMs(value);
        },
        () => {
          if (cache.get(key) === entry) cache.delete(key);
        },
      );
      return read;
    },
  };
}

/** Caches one expensive read for `ms`. */
export function cached<Value>(ms: number, clock: Clock, read: () => Promise<Value>): () => Promise<Value> {
  const cache = createExpiringCache<Value>({ clock, max: 1 });
  return () => cache.get('') ?? cache.keep('', read(), () => ms);
}
