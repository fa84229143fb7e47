import type { Scheduler, Work } from '@topup/core/flow';
import type { Log } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

const LIMIT = 500; // of one round

type Due = {
  find(options: { limit: number; except: string[] }): Promise<{ id: string; accountId: string }[]>;
  /** The log message for one that failed; a later sweep finds it again. */
  failed: string;
};

/** Finds work and starts it in the turns of the accounts. Returns how much begins at once, before it is done. */
export async function startDueWork(log: Log, scheduler: Scheduler<Work>, { find, failed }: Due): Promise<number> {
  const found = await find({ limit: LIMIT, except: scheduler.busyAccounts() });
  const free = scheduler.available();
  for (const { id, accountId } of found)
    scheduler.submit({ id, accountId, lane: '' }).catch((error) => log.warn(failed, { id, ...errorFields(error) }));
  return free - scheduler.available();
}
