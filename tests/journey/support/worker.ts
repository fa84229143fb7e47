import type { World } from '@topup/testkit';

/** Does something while the first worker is paused. */
export async function whileWorkerPaused(world: World, work: () => Promise<void>): Promise<void> {
  const [worker] = world.workers;
  worker?.pause();
  try {
    await work();
  } finally {
    worker?.resume();
  }
}
