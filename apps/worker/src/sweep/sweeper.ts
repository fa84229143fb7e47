import type { ProductType } from '@topup/core/provider';
import { jobCatalog, synchronousProducts } from '@topup/core/queue';
import { errorFields } from '@topup/runtime';
import type { Deps } from '../deps';
import type { SweepPart } from '../metrics';
import { expireWaitingClients } from './expire-waiting-clients';
import { sweepEvents } from './sweep-events';
import { sweepMails } from './sweep-mails';
import { sweepNotifications } from './sweep-notifications';
import { sweepPurchases } from './sweep-purchases';

export type Sweeper = {
  /** One round, now. Resolves when the work it found has started, not when it is done. */
  sweep(): Promise<void>;
  /** Starts no more rounds; resolves when the current one is over. */
  stop(): Promise<void>;
};

/**
 * Looks in the database at an interval for work that no job announced: accepted but never claimed, sent but never
 * settled, a client never answered, an event never delivered. Every worker sweeps the synchronous products, which have
 * no queue. A plain timer, because anything kept in Redis can be lost with it.
 */
export function startSweeper(deps: Deps): Sweeper {
  const { queues } = deps.settings;
  const products = [...queues.flatMap<ProductType>((name) => jobCatalog[name].product ?? []), ...synchronousProducts];
  let round: Promise<void> = Promise.resolve();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function sweep(): Promise<void> {
    await Promise.all([
      run('purchases', () => sweepPurchases(deps, products)),
      run('unanswered', () => expireWaitingClients(deps, products)),
      ...(queues.includes('webhooks') ? [run('events', () => sweepEvents(deps))] : []),
      ...(queues.includes('notifications') ? [run('notifications', () => sweepNotifications(deps))] : []),
      ...(queues.includes('notifications') ? [run('mails', () => sweepMails(deps))] : []),
    ]);
  }

  /** Runs one part of a round. A part that fails does not stop the others. */
  async function run(part: SweepPart, look: () => Promise<number>): Promise<void> {
    const startedMs = deps.clock.monotonicMs();
    const found = await look().catch((error) => {
      deps.log.warn('a sweep failed; the next one will do', { part, ...errorFields(error) });
      return null;
    });
    deps.metrics.swept(part, found, deps.clock.monotonicMs() - startedMs);
  }

  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      round = sweep().finally(schedule);
    }, deps.settings.sweepIntervalMs);
  }

  schedule();
  return {
    sweep,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return round;
    },
  };
}
