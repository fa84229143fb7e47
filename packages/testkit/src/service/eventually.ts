import { setTimeout as sleep } from 'node:timers/promises';

const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [10, 50];

/**
 * Repeats `read`, at growing intervals, until its value is `done`, and returns the value. A `read` that throws is not
 * done.
 * @throws after `timeoutMs`, with the last value
 */
export async function eventually<T>(
  read: () => T | Promise<T>,
  done: (value: T) => boolean,
  timeoutMs = 20_000,
): Promise<T> {
  const began = performance.now();
  const deadline = began + timeoutMs;
  let last: unknown = 'nothing was read';
  do {
    try {
      const value = await read();
      if (done(value)) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    await sleep(Math.min(Math.max((performance.now() - began) / 20, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS));
  } while (performance.now() < deadline);
  throw new Error(`not within ${timeoutMs} ms; last: ${last instanceof Error ? last.message : shown(last)}`);
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? String(value);
}
