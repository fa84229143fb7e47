import { type QueueName, queueNames } from '@topup/core/queue';
import type { Metrics } from '@topup/runtime';
import type { Queues } from './queues';

/** The metrics of this process' clients. `route` is the path as written in app.ts, with the names of its parameters. */
export type ApiMetrics = ReturnType<typeof createApiMetrics>;

const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

export function createApiMetrics(metrics: Metrics) {
  const requests = metrics.counter('http_requests_total', 'Requests, by the route that handled them.', [
    'method',
    'route',
    'status',
  ]);
  const seconds = metrics.duration(
    'http_request_seconds',
    'Time from the arrival of a request to the end of the response.',
    ['route'],
  );
  const waits = metrics.duration(
    'purchase_wait_seconds',
    'Time from the arrival of an accepted purchase to the response.',
    ['product', 'outcome'],
  );
  const batches = metrics.histogram(
    'accept_batch_purchases',
    'Purchases that one statement debited together.',
    [],
    BATCH_BUCKETS,
  );
  const unrecorded = metrics.counter(
    'request_log_dropped_total',
    'Requests missing in the request log: the database was away or slow, or the account sent more in a day than is kept.',
    [],
  );
  return {
    answered({ method, route, status }: Record<'method' | 'route' | 'status', string>, durationMs: number): void {
      requests({ method, route, status });
      seconds({ route }, durationMs / 1000);
    },
    /** The API told a client about the purchase that the client waited for. */
    waited: (product: string, outcome: string, durationMs: number) => waits({ product, outcome }, durationMs / 1000),
    /** A statement debited so many purchases; with 0 nothing is counted. */
    acceptBatch(accepted: number): void {
      if (accepted > 0) batches({}, accepted);
    },
    /** Requests that are missing in the request log. */
    unrecorded: (requests: number) => unrecorded({}, requests),
  };
}

/** Declares the depth of each queue, read at each scrape. Every api process reports the same, so take the maximum. */
export function watchQueueDepth(metrics: Metrics, queues: Pick<Queues, QueueName>): void {
  const gauges = {
    queue_jobs: {
      help: 'Jobs that wait or run. Each is for 1 to 16 purchases, events or notifications.',
      labels: ['queue', 'state'],
    },
  };
  metrics.gauges('queues', gauges, async () => {
    const depths = await Promise.all(queueNames.map(async (queue) => ({ queue, ...(await queues[queue].depth()) })));
    return depths.flatMap(({ queue, waiting, active }) => [
      { name: 'queue_jobs' as const, labels: { queue, state: 'waiting' }, value: waiting },
      { name: 'queue_jobs' as const, labels: { queue, state: 'active' }, value: active },
    ]);
  });
}
