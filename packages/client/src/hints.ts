import { sleep } from './sleep';

/** Wakes what waits for the end of a purchase when its event arrives. */
export type Hints = {
  /** An event of this reference has arrived. */
  give(reference: string): void;
  /** Begins to listen for events of a reference. */
  listen(reference: string): Listener;
};

type Listener = {
  /** Ends early when an event arrives, or has arrived since the last wait. @throws the reason of `signal` */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
  stop(): void;
};

export function createHints(): Hints {
  const listening = new Map<string, Set<() => void>>();
  return {
    give(reference) {
      for (const hear of listening.get(reference) ?? []) hear();
    },
    listen(reference) {
      let heard = false;
      let wake: () => void = () => undefined;
      const hear = () => {
        heard = true;
        wake();
      };
      const all = listening.get(reference) ?? new Set();
      listening.set(reference, all.add(hear));
      return {
        async wait(ms, signal) {
          if (!heard)
            await sleep(ms, signal, (end) => {
              wake = end;
            });
          heard = false;
        },
        stop() {
          all.delete(hear);
          if (all.size === 0) listening.delete(reference);
        },
      };
    },
  };
}
