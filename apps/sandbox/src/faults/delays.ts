export type Delays = {
  /** Resolves after `ms`, at once for 0; never, once `clear` was called. */
  wait(ms: number): Promise<void>;
  /** Drops every wait under way: what was to follow it does not happen. */
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
