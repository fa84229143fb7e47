import { eventually, type ServiceProcess, type WorkerProcess, type World } from '@topup/testkit';
import { last } from './buyer';

/** Kills a process that must still run. A crash before would prove nothing, and the kill would hide it. */
export async function kill(process: ServiceProcess): Promise<void> {
  expect(process.unbidden()).toBeUndefined();
  await process.kill();
}

/** Kills the newest worker and starts another. */
export async function replaceWorker(world: World): Promise<WorkerProcess> {
  await kill(last(world.workers));
  return world.addWorker();
}

/** Database backends of our connections whose name has this prefix, except the known ones. */
export async function backends(world: World, application: string, known: number[] = []): Promise<number[]> {
  const rows = await world.sql<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE $1 AND pid <> ALL ($2)',
    [`${application}%`, known],
  );
  return rows.map(({ pid }) => pid);
}

/** Waits until these backends have ended. A backend executes all it has received before that. */
export async function untilBackendsEnd(world: World, pids: number[]): Promise<void> {
  await eventually(
    () => world.sql('SELECT 1 FROM pg_stat_activity WHERE pid = ANY ($1)', [pids]),
    (rows) => rows.length === 0,
  );
}

/** Ends all leases and makes the next requeries due, in the rows. Returns the database's time. */
export async function expireLeases(world: World): Promise<Date | undefined> {
  const [now] = await world.sql<{ at: Date }>(
    `UPDATE purchase SET next_check_at = statement_timestamp(), claim_expires_at = CASE WHEN claim_expires_at IS NOT NULL THEN statement_timestamp() END
      WHERE sends > 0 AND final_at IS NULL RETURNING statement_timestamp() AS at`,
  );
  return now?.at;
}

type Queue = 'airtime' | 'webhooks' | 'notifications';

/**
 * Repeats a job that a dead worker left unfinished. BullMQ would find it half a minute later. Fulfilled when it has
 * run.
 */
export async function rerunJob(world: World, queue: Queue, id: string): Promise<void> {
  expect([...(await takeStalled(world, queue)), ...(await takeStalled(world, queue))]).toContain(id);
  await untilJobEnded(world, queue, id);
}

/** BullMQ's own check for stalled jobs: the second pass returns to the queue what the first one has marked. */
async function takeStalled(world: World, queue: Queue): Promise<string[]> {
  const inAMinute = Date.now() + 60_000;
  const jobs = await world.sql<{ id: string }>(
    'SELECT id FROM bullmq.move_stalled_jobs_to_wait($1, 10, $2, 0) AS t (id)',
    [queue, inAMinute],
  );
  return jobs.map(({ id }) => id);
}

/** Waits until a queue has no unfinished job, those of dead workers included. */
export async function untilQueueEmpty(world: World, queue: Queue): Promise<void> {
  await eventually(
    async () => {
      await takeStalled(world, queue);
      return world.sql("SELECT 1 FROM bullmq.job WHERE queue = $1 AND state NOT IN ('completed', 'failed')", [queue]);
    },
    ({ length }) => length === 0,
  );
}

/** Waits until a job is completed. */
export async function untilJobEnded(world: World, queue: Queue, id: string): Promise<void> {
  await eventually(
    () => world.sql<{ state: string }>('SELECT state FROM bullmq.job WHERE queue = $1 AND id = $2', [queue, id]),
    ([job]) => job?.state === 'completed',
  );
}

/**
 * The outcomes of a worker's requeries, in order. On a slow machine it can requery again before it has recorded the
 * answer.
 */
export function requeries(worker: WorkerProcess, purchaseId: string): unknown[] {
  return worker
    .logs('requeried')
    .filter(({ purchase }) => purchase === purchaseId)
    .map(({ outcome }) => outcome);
}
