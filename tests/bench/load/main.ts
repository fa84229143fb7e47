import { generate, type LoadResult, type LoadSlice, type LoadTask } from './generate';

/** Messages of the load generator to the bench, in this order; `slice` any number of times. */
export type LoadMessage = { ready: true } | { measuring: true } | { slice: LoadSlice } | { result: LoadResult };

const tell = (message: LoadMessage, sent?: () => void) => process.send?.(message, () => sent?.());

/** The load generator in its own process. A second message ends the measured time. */
process.once('message', async (task: LoadTask) => {
  const stop = new AbortController();
  process.once('message', () => stop.abort());
  tell({ ready: true });
  const on = { begins: () => tell({ measuring: true }), slice: (slice: LoadSlice) => tell({ slice }) };
  const result = await generate(task, { ...on, stop: stop.signal });
  tell({ result }, () => process.disconnect());
});
