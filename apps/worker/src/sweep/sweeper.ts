import { productsOf, purchaseQueues, synchronousProducts } from '@topup/core/product';
import { findOpenWork, type OpenWork } from '@topup/core/queue';
import { errorFields } from '@topup/runtime';
import type { Deps } from '../deps';
import type { SweepPart } from '../metrics';
import { sweepEvents, sweepMails, sweepNotifications, sweepResends } from './sweep-messages';
import { expireWaitingClients, sellBatches, sweepPurchases } from './sweep-purchases';

type Sweeper = {
  /** One round, now. Resolves when the work it found has started, not when it is done. */
  sweep(): Promise<void>;
  /** Starts no more rounds; resolves when the current one is over. */
  stop(): Promise<void>;
};

/**
 * Looks in the database at an interval for work that no job announced; while nothing is open a round is one statement.
 * A worker that sends purchases also sells what people buy in the dashboard, because no job announces that. Every
 * worker sweeps the synchronous products, which have no queue. A plain timer: what is kept in Redis can be lost.
 */
export function startSweeper(deps: Deps): Sweeper {
  const { WORKER_QUEUES: queues } = deps.settings;
  const served = purchaseQueues.filter((queue) => queues.includes(queue));
  const products = [...served.flatMap(productsOf), ...synchronousProducts];
  let round: Promise<void> = Promise.resolve();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const parts: [keyof OpenWork, () => Promise<number>][] = [
    ['purchases', () => sweepPurchases(deps, products)],
    ['unanswered', () => expireWaitingClients(deps, products)],
  ];
  if (served.length > 0) parts.push(['batches', () => sellBatches(deps)]);
  if (queues.includes('webhooks'))
    parts.push(['events', () => sweepEvents(deps)], ['resends', () => sweepResends(deps)]);
  if (queues.includes('notifications'))
    parts.push(['notifications', () => sweepNotifications(deps)], ['mails', () => sweepMails(deps)]);

  async function sweep(): Promise<void> {
    let open: OpenWork | undefined;
    await run('look', async () => {
      open = await findOpenWork(deps.db);
      return 0;
    });
    // when the look failed all parts run, and each says for itself what is wrong
    await Promise.all(parts.filter(([part]) => open?.[part] ?? true).map(([part, look]) => run(part, look)));
  }

  /** Runs one part of a round. A part that fails does not stop the others. */
  async function run(part: SweepPart, look: () => Promise<number>): Promise<void> {
    const startedMs = deps.clock.monotonicMs();
    const found = await look().catch((error) => {
      deps.log.warn('a sweep failed; the next one retries', { part, ...errorFields(error) });
      return null;
    });
    deps.metrics.swept(part, found, deps.clock.monotonicMs() - startedMs);
  }

  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      round = sweep().finally(schedule);
    }, deps.settings.SWEEP_INTERVAL_MS);
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
