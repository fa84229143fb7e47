export type Delays = {
  /** Resolves after `ms`, or at once for 0. Never resolves if `clear` is called first. */
  wait(ms: number): Promise<void>;
  /** Drops all waits, so that nothing that follows them happens. */
  clear(): void;
};

export function createDelays(): Delays {
  const timers = new Set<NodeJS.Timeout>();
  return {
    async wait(ms) {
      if (ms === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          timers.delete(timer);
          resolve();
        }, ms);
        timers.add(timer);
      });
    },
    clear() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
