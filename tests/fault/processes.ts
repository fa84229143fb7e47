import { eventually, type ServiceProcess, type WorkerProcess, type World } from '@topup/testkit';
import { last } from './buyer';

/** Kills a process that must still be running: one that has crashed before proves nothing about the kill, and the kill would hide the crash. */
export async function kill(process: ServiceProcess): Promise<void> {
  expect(process.unbidden()).toBeUndefined();
  await process.kill();
}

/** Kills the newest worker and starts one that knows nothing of it. */
export async function replaceWorker(world: World): Promise<WorkerProcess> {
  await kill(last(world.workers));
  return world.addWorker();
}

/** The database's own processes for those of our connections whose name begins like this, without those that are known already. */
export async function backends(world: World, application: string, known: number[] = []): Promise<number[]> {
  const rows = await world.sql<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE $1 AND pid <> ALL ($2)',
    [`${application}%`, known],
  );
  return rows.map(({ pid }) => pid);
}

/** Waits until the database has done all that came in on those connections: it reads to their end before it closes them. */
export async function untilBackendsEnd(world: World, pids: number[]): Promise<void> {
  await eventually(
    () => world.sql('SELECT 1 FROM pg_stat_activity WHERE pid = ANY ($1)', [pids]),
    (rows) => rows.length === 0,
  );
}

/** The time of the leases, and that until the next question, passes in the rows instead of in the test. Returns the moment, by the database's clock. */
export async function expireLeases(world: World): Promise<Date | undefined> {
  const [now] = await world.sql<{ at: Date }>(
    `UPDATE purchase SET next_check_at = statement_timestamp(), claim_expires_at = CASE WHEN claim_expires_at IS NOT NULL THEN statement_timestamp() END
      WHERE sends > 0 AND final_at IS NULL RETURNING statement_timestamp() AS at`,
  );
  return now?.at;
}

type Queue = 'airtime' | 'webhooks' | 'notifications';

/**
 * Has a job run again that its dead worker never ended, by BullMQ's own two-pass check for such jobs, which comes to it half a minute later. Fulfilled
 * when it has run.
 */
export async function rerunJob(world: World, queue: Queue, id: string): Promise<void> {
  const inAMinute = Date.now() + 60_000;
  const check = () =>
    world.sql<{ id: string }>('SELECT id FROM bullmq.move_stalled_jobs_to_wait($1, 10, $2, 0) AS t (id)', [
      queue,
      inAMinute,
    ]);
  expect([...(await check()), ...(await check())].map((job) => job.id)).toContain(id);
  await untilJobEnded(world, queue, id);
}

/** Waits until a worker has done with a job. */
export async function untilJobEnded(world: World, queue: Queue, id: string): Promise<void> {
  await eventually(
    () => world.sql<{ state: string }>('SELECT state FROM bullmq.job WHERE queue = $1 AND id = $2', [queue, id]),
    ([job]) => job?.state === 'completed',
  );
}

/** What the worker found out by asking the provider about a purchase, in order. On a slow machine it may ask again before it has written down the answer. */
export function requeries(worker: WorkerProcess, purchaseId: string): unknown[] {
  return worker
    .logs('requeried')
    .filter(({ purchase }) => purchase === purchaseId)
    .map(({ outcome }) => outcome);
}
