/** A delivery takes a quarter of a drop out: a bucket only fills where more than a fifth goes wrong. */
const DELIVERY_TAKES = 0.25;
/** One drop leaks out in ten seconds. */
const DROP_LEAKS_IN_MS = 10_000;
/** Less than this is nothing: what rounding leaves. */
const LEAST = 0.001;

/** `open`: it was full. `half_open`: a whole drop has come out since, so that single orders may be tried. */
type BucketState = 'closed' | 'open' | 'half_open';

/**
 * A leaky bucket of what went wrong, with the drops of each account. Half open, the first delivery closes it, and what
 * goes wrong for an account with room for a drop fills it again.
 */
export type Bucket = {
  state(): BucketState;
  isEmpty(): boolean;
  wentWrong(account: string): void;
  delivered(account: string): void;
  leak(ms: number): void;
};

/** @param size full at so many drops; `ofAccount`: at most so many of them are of one account */
export function createBucket(size: number, { ofAccount }: { ofAccount: number }): Bucket {
  const drops = new Map<string, number>();
  let state: BucketState = 'closed';

  const total = (): number => [...drops.values()].reduce((sum, count) => sum + count, 0);

  function set(account: string, count: number): void {
    if (count < LEAST) drops.delete(account);
    else drops.set(account, count);
  }

  function scaleTo(wanted: number): void {
    const share = wanted / total();
    for (const [account, count] of drops) set(account, count * share);
  }

  /** Takes drops out, of each account in proportion to what it has added. */
  function takeOut(count: number): void {
    scaleTo(Math.max(0, total() - count));
    if (drops.size === 0) state = 'closed';
    else if (state === 'open' && total() <= size - 1 + LEAST) state = 'half_open';
  }

  return {
    state: () => state,
    isEmpty: () => drops.size === 0,
    wentWrong(account) {
      const before = drops.get(account) ?? 0;
      const added = Math.max(0, Math.min(1, ofAccount - before));
      set(account, before + added);
      if (total() > size || (state === 'half_open' && added === 1)) scaleTo(size);
      if (total() >= size - LEAST) state = 'open';
    },
    delivered(account) {
      if (state === 'half_open') state = 'closed';
      const before = drops.get(account) ?? 0;
      const own = Math.min(before, DELIVERY_TAKES);
      set(account, before - own);
      takeOut(DELIVERY_TAKES - own);
    },
    leak: (ms) => takeOut(ms / DROP_LEAKS_IN_MS),
  };
}
