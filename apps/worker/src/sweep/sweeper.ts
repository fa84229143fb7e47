import type { ProductType } from '@topup/core/provider';
import { jobCatalog, synchronousProducts } from '@topup/core/queue';
import { errorFields } from '@topup/runtime';
import type { Deps } from '../deps';
import type { SweepPart } from '../metrics';
import { sweepEvents } from './sweep-events';
import { sweepNotifications } from './sweep-notifications';
import { sweepPurchases } from './sweep-purchases';
import { tellUnanswered } from './tell-unanswered';

export type Sweeper = {
  /** One round, now. Resolves when what it found is handed out, not when that is done. */
  sweep(): Promise<void>;
  /** Begins no more rounds; resolves when the present one is over. */
  stop(): Promise<void>;
};

/**
 * Looks into the database at an interval for work that no job told of: what was accepted but never claimed, sent but never settled, never answered to
 * its client, or never delivered. Every worker looks after the products that have no queue. It makes every queue a mere hint. A plain timer, because
 * anything kept in Redis can be lost with it.
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
      run('unanswered', () => tellUnanswered(deps, products)),
      ...(queues.includes('webhooks') ? [run('events', () => sweepEvents(deps))] : []),
      ...(queues.includes('notifications') ? [run('notifications', () => sweepNotifications(deps))] : []),
    ]);
  }

  /** One part of a round. A part that fails leaves the others alone. */
  async function run(part: SweepPart, look: () => Promise<number>): Promise<void> {
    const startedMs = deps.clock.monotonicMs();
    const found = await look().catch((error) => {
      deps.log.warn('a sweep failed; the next one will do', { part, ...errorFields(error) });
      return null;
    });
    deps.figures.swept(part, found, deps.clock.monotonicMs() - startedMs);
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
