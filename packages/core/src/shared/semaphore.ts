/** A counting semaphore: limits how many pieces of work run at a time, first come, first served. */
type Semaphore = {
  /** Runs `work` when a permit is free. Rejects with what `work` throws, or when `drain` was called. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** How many permits are free. */
  available(): number;
  /** Begins nothing new: waiting and later work is rejected. Resolves when nothing is running. */
  drain(): Promise<void>;
};

/** @param size the number of permits */
export function createSemaphore(size: number): Semaphore {
  let taken = 0;
  let draining = false;
  const waiting: { begin(): void; reject(error: Error): void }[] = [];
  const idlers: (() => void)[] = [];

  const release = () => {
    const next = waiting.shift();
    if (next) return next.begin();
    taken -= 1;
    if (taken === 0) for (const resolve of idlers.splice(0)) resolve();
  };

  return {
    async run(work) {
      if (draining) throw new Error('stopping: nothing new is begun');
      if (taken < size) taken += 1;
      else await new Promise<void>((begin, reject) => waiting.push({ begin, reject }));
      try {
        return await work();
      } finally {
        release();
      }
    },
    available: () => size - taken,
    drain: () => {
      draining = true;
      for (const { reject } of waiting.splice(0)) reject(new Error('stopping: nothing new is begun'));
      return taken === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve));
    },
  };
}
