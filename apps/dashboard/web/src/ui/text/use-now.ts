import { useSyncExternalStore } from 'react';

const STEP_MS = 5000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The present time, updated every five seconds. The whole page shares one timer. */
export const useNow = (): number => useSyncExternalStore(listen, () => now);

function listen(listener: () => void): () => void {
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function start(): void {
  now = Date.now();
  timer = setInterval(() => {
    now = Date.now();
    for (const listener of listeners) listener();
  }, STEP_MS);
}
