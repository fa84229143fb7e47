import { createObserver, watchBreakers } from '@topup/core/metrics';
import { type Db, systemClock } from '@topup/core/shared';
import { createMetrics, type Metrics, watchReadiness } from '@topup/runtime';
import { createApiMetrics, watchQueueDepth } from '../../apps/api/src/metrics';
import { requestMetrics, watchDatabase } from '../../apps/dashboard/src/http/metrics';
import { createSweepMetrics, watchBacklog, watchHistory } from '../../apps/worker/src/metrics';
import { startCatalogueSync } from '../../apps/worker/src/watch/start-catalogue-sync';
import { startReconciliation } from '../../apps/worker/src/watch/start-reconciliation';
import { watchAccounts, watchChecks, watchServer } from '../../apps/worker/src/watch/watch-database';
import { watchFloats } from '../../apps/worker/src/watch/watch-floats';
import { watchMargin } from '../../apps/worker/src/watch/watch-margin';
import { watchReconciliation } from '../../apps/worker/src/watch/watch-reconciliation';

/** A metric as a process declares it. */
type Declared = { name: string; type: string; labels: readonly string[]; service: string };

export type Exposed = {
  declared: readonly Declared[];
  /** The answer of fresh processes to a scrape, in Prometheus' text format. */
  text: string;
  /** The type of a metric; undefined when there is none of this name. */
  typeOf(metric: string): string | undefined;
  /** The metric that a series belongs to: of a histogram come `_bucket`, `_sum` and `_count`. */
  metricOf(series: string): string | undefined;
};

/**
 * Returns the metrics of fresh processes of every kind, with a store behind none: names, types, and the series that
 * exist from the start.
 */
export async function exposedMetrics(): Promise<Exposed> {
  const declared: Declared[] = [];
  const text = (
    await Promise.all([
      ofApi(noting('api', declared)),
      ofWorker(noting('worker', declared)),
      ofDashboard(noting('dashboard', declared)),
    ])
  ).join('\n');
  const typeOf = (metric: string) => new RegExp(`^# TYPE ${metric} (\\w+)$`, 'm').exec(text)?.[1];
  return {
    declared,
    text,
    typeOf,
    metricOf(series) {
      const family = series.replace(/_(bucket|sum|count)$/, '');
      if (typeOf(family) === 'histogram') return series === family ? undefined : family;
      return typeOf(series) === undefined ? undefined : series;
    },
  };
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Metrics that note in `declared` what a process declares. */
function noting(service: string, declared: Declared[]): Metrics {
  const made = createMetrics(service, log);
  const note = (name: string, type: string, labels: readonly string[]) =>
    declared.push({ name: `topup_${name}`, type, labels, service });
  return {
    ...made,
    counter(name, help, labels, zeros) {
      note(name, 'counter', labels);
      return made.counter(name, help, labels, zeros);
    },
    gauge(name, help, labels) {
      note(name, 'gauge', labels);
      return made.gauge(name, help, labels);
    },
    duration(name, help, labels) {
      note(name, 'histogram', labels);
      return made.duration(name, help, labels);
    },
    histogram(name, help, labels, buckets) {
      note(name, 'histogram', labels);
      return made.histogram(name, help, labels, buckets);
    },
    gauges(source, gauges, read) {
      for (const [name, { labels }] of Object.entries<{ labels: readonly string[] }>(gauges))
        note(name, 'gauge', labels);
      made.gauges(source, gauges, read);
    },
  };
}

function ofApi(api: Metrics): Promise<string> {
  createObserver(api, ['vtpass']);
  createApiMetrics(api);
  watchReadiness(api, async () => ({ status: 200 }));
  watchBreakers(api, { statuses: () => [] }, ['vtpass']);
  const depth = async () => ({ waiting: 0, active: 0 });
  const queue = { enqueue: () => undefined, close: async () => undefined, depth };
  watchQueueDepth(api, { airtime: queue, data: queue, webhooks: queue, notifications: queue });
  return api.text();
}

function ofDashboard(dashboard: Metrics): Promise<string> {
  createObserver(dashboard, ['vtpass']);
  watchReadiness(dashboard, async () => ({ status: 200 }));
  requestMetrics(dashboard, { clock: systemClock });
  watchDatabase(dashboard, { db: {} as Db, clock: systemClock });
  return dashboard.text();
}

function ofWorker(worker: Metrics): Promise<string> {
  createObserver(worker, ['vtpass']);
  createSweepMetrics(worker);
  watchReadiness(worker, async () => ({ status: 200 }));
  watchBreakers(worker, { statuses: () => [] }, ['vtpass']);
  watchBacklog(worker, {} as Db);
  watchHistory(worker, {} as Db);
  const quiet = { clock: systemClock, log };
  const balance = async () => ({ kind: 'unavailable', reason: 'there is none' }) as const;
  watchFloats(worker, { ...quiet, db: {} as Db, providers: [{ name: 'vtpass', balance }], alertKoboOf: () => 1n })();
  watchAccounts(worker, { ...quiet, db: {} as Db })();
  watchChecks(worker, { ...quiet, db: {} as Db })();
  watchMargin(worker, { ...quiet, db: {} as Db, dailyLossCapKobo: 1n })();
  void startCatalogueSync(worker, { ...quiet, db: {} as Db, providers: [], everyMs: 0 }).stop();
  void startReconciliation(worker, { ...quiet, db: {} as Db, providers: [] }).stop();
  watchReconciliation(worker, { ...quiet, db: {} as Db, providers: [] })();
  watchServer(worker, { ...quiet, db: {} as Db })();
  return worker.text();
}
