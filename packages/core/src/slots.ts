/** A counting semaphore: so many pieces of work at a time, first come first served. */
export type Slots = {
  /** Runs `work` when a slot is free. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** How many could start at once. */
  free(): number;
  /** Resolves when nothing is running or waiting. */
  idle(): Promise<void>;
};

export function createSlots(size: number): Slots {
  let taken = 0;
  const waiting: (() => void)[] = [];
  const idlers: (() => void)[] = [];

  const release = () => {
    const next = waiting.shift();
    if (next) return next();
    taken -= 1;
    if (taken === 0) for (const resolve of idlers.splice(0)) resolve();
  };

  return {
    async use(work) {
      if (taken < size) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        release();
      }
    },
    free: () => size - taken,
    idle: () => (taken === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  };
}
