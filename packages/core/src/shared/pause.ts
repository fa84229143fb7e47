import { setTimeout } from 'node:timers/promises';

/** Waits `ms` plus up to 50 %, at random, so that callers that failed together do not retry together. */
export const pause = (ms: number): Promise<void> => setTimeout(ms * (1 + Math.random() / 2));
