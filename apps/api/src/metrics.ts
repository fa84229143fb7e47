import { type QueueName, queueNames } from '@topup/core/queue';
import { DURATION_BUCKETS_S, type Metrics } from '@topup/runtime';
import type { Queues } from './queues';

/**
 * What this process counts of its own clients. `route` is the path as it is written in app.ts, with its parameters'
 * names.
 */
export type ApiFigures = {
  answered(request: { method: string; route: string; status: string }, durationMs: number): void;
  /** A client was answered about the purchase it waited for. */
  waited(product: string, outcome: string, durationMs: number): void;
  acceptBatch(items: number): void;
};

const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

export function apiFigures(metrics: Metrics): ApiFigures {
  const requests = metrics.counter('http_requests_total', 'Requests by the route that answered them.', [
    'method',
    'route',
    'status',
  ]);
  const seconds = metrics.histogram(
    'http_request_seconds',
    'From the arrival to the end of the answer.',
    ['route'],
    DURATION_BUCKETS_S,
  );
  const waits = metrics.histogram(
    'purchase_wait_seconds',
    'From the arrival of a purchase that was accepted to its answer.',
    ['product', 'outcome'],
    DURATION_BUCKETS_S,
  );
  const batches = metrics.histogram(
    'accept_batch_purchases',
    'Purchases accepted together in one statement.',
    [],
    BATCH_BUCKETS,
  );
  return {
    answered({ method, route, status }, durationMs) {
      requests({ method, route, status });
      seconds({ route }, durationMs / 1000);
    },
    waited: (product, outcome, durationMs) => waits({ product, outcome }, durationMs / 1000),
    acceptBatch: (items) => batches({}, items),
  };
}

/**
 * Reads how many hints wait in each queue whenever somebody asks. Every api process tells the same, so take the
 * greatest.
 */
export function watchQueueDepth(metrics: Metrics, queues: Pick<Queues, QueueName>): void {
  const figures = {
    queue_jobs: {
      help: 'Jobs that wait in a queue, or are in hand; each tells of one purchase, event or message, or of up to 16.',
      labels: ['queue', 'state'],
    },
  };
  metrics.gauges('queues', figures, async () => {
    const depths = await Promise.all(queueNames.map(async (queue) => ({ queue, ...(await queues[queue].depth()) })));
    return depths.flatMap(({ queue, waiting, active }) => [
      { name: 'queue_jobs' as const, labels: { queue, state: 'waiting' }, value: waiting },
      { name: 'queue_jobs' as const, labels: { queue, state: 'active' }, value: active },
    ]);
  });
}
