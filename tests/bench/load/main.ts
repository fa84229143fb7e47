import { generate, type LoadTask } from './generate';

/** The load generator, as a process of its own. */
process.once('message', async (task: LoadTask) => {
  process.send?.({ ready: true });
  const result = await generate(task, () => process.send?.({ measuring: true }));
  process.send?.({ result }, () => process.disconnect());
});
