import { generate, type LoadResult, type LoadSlice, type LoadTask } from './generate';

/** What the load generator tells the bench, in this order; `slice` any number of times. */
export type LoadMessage = { ready: true } | { measuring: true } | { slice: LoadSlice } | { result: LoadResult };

const tell = (message: LoadMessage, sent?: () => void) => process.send?.(message, () => sent?.());

/** The load generator in its own process. */
process.once('message', async (task: LoadTask) => {
  tell({ ready: true });
  const result = await generate(task, { begins: () => tell({ measuring: true }), slice: (slice) => tell({ slice }) });
  tell({ result }, () => process.disconnect());
});
