import { generate, type LoadTask } from './generate';

/** The load generator in its own process. */
process.once('message', async (task: LoadTask) => {
  process.send?.({ ready: true });
  const result = await generate(task, () => process.send?.({ measuring: true }));
  process.send?.({ result }, () => process.disconnect());
});
