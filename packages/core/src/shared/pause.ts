import { setTimeout } from 'node:timers/promises';

/** Waits `ms` plus up to half as much again, so that many who failed together do not come back together. */
export const pause = (ms: number): Promise<void> => setTimeout(ms * (1 + Math.random() / 2));
