import { readBacklog } from '@topup/core/reporting';
import { countHistoryOutside } from '@topup/core/retention';
import type { Db } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';
import { showGauges } from './watch/gauges';

const PARTS = ['look', 'purchases', 'batches', 'unanswered', 'events', 'resends', 'notifications', 'mails'] as const;
export type SweepPart = (typeof PARTS)[number];

/** The metrics of the sweeper. */
export type SweepMetrics = ReturnType<typeof createSweepMetrics>;

export function createSweepMetrics(metrics: Metrics) {
  const zeros = PARTS.map((part) => ({ part }));
  const finds = metrics.counter(
    'sweep_found_total',
    'What sweeps found because its job was lost or it was due again.',
    ['part'],
    zeros,
  );
  const failures = metrics.counter('sweep_failures_total', 'Parts of sweeps that failed.', ['part'], zeros);
  const seconds = metrics.duration('sweep_seconds', 'Time that a part of a sweep took to find and start its work.', [
    'part',
  ]);
  return {
    /** A part of a round is over. `found`: how much it found, or null when it failed. */
    swept(part: SweepPart, found: number | null, durationMs: number): void {
      seconds({ part }, durationMs / 1000);
      if (found === null) failures({ part });
      else finds({ part }, found);
    },
  };
}

/** Declares the backlog of the whole service, read at each scrape. Every worker reports the same: take the maximum. */
export function watchBacklog(metrics: Metrics, db: Db): void {
  showGauges(
    metrics,
    'backlog',
    {
      purchases_open: { help: 'Purchases that are not final.', of: ({ open }) => open },
      purchases_under_review: { help: 'Purchases that wait for an operator.', of: ({ underReview }) => underReview },
      oldest_claim_seconds: {
        help: 'Age of the oldest claim that a purchase was not received and that nobody has answered, or 0.',
        of: ({ oldestClaimS }) => oldestClaimS,
      },
      oldest_unclaimed_seconds: {
        help: 'Age of the oldest purchase that was never sent, or 0.',
        of: ({ oldestUnclaimedS }) => oldestUnclaimedS,
      },
      oldest_pending_seconds: {
        help: 'Age of the oldest pending purchase that workers still requery.',
        of: ({ oldestPendingS }) => oldestPendingS,
      },
      oldest_open_seconds: {
        help: 'Age of the oldest purchase that is not final, or 0. Purchases under review count.',
        of: ({ oldestOpenS }) => oldestOpenS,
      },
      overdue_seconds: {
        help: 'How long the most overdue purchase has waited for a sweeper.',
        of: ({ overdueS }) => overdueS,
      },
      webhooks_waiting: {
        help: 'Webhook events that no worker has begun to send.',
        of: ({ webhooksWaiting }) => webhooksWaiting,
      },
      oldest_webhook_seconds: {
        help: 'Age of the oldest webhook event that no worker has begun to send, or 0.',
        of: ({ oldestWebhookS }) => oldestWebhookS,
      },
    },
    () => readBacklog(db),
  );
}

/** Declares how much of the history is outside of its months, read at each scrape. Every worker reports the same. */
export function watchHistory(metrics: Metrics, db: Db): void {
  const help = 'Rows of the purchase history whose month has no partition. Anything but 0 is a fault.';
  const gauges = { history_outside_partitions: { help, of: ({ rows }: { rows: number }) => rows } };
  showGauges(metrics, 'history', gauges, async () => ({ rows: await countHistoryOutside(db) }));
}
