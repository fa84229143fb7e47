import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { errorFields } from './log';
import { within } from './within';

/** The metrics of one process, for Prometheus, named `topup_…`. Label values are of fixed lists, never of clients. */
export type Metrics = {
  /**
   * A counter. Returns what adds to it.
   * @param zeros series that exist from the start: an increase from no series at all cannot be seen
   */
  counter<L extends string>(name: string, help: string, labels: readonly L[], zeros?: readonly Labels<L>[]): Count<L>;
  /** A gauge that is set when it changes; a series exists from its first value on. Returns what sets it. */
  gauge<L extends string>(name: string, help: string, labels: readonly L[]): Observe<L>;
  /** A histogram of seconds, from milliseconds to the provider's timeout. Returns what records one value. */
  duration<L extends string>(name: string, help: string, labels: readonly L[]): Observe<L>;
  /** A histogram in the unit that its name ends in. Returns what records one value. */
  histogram<L extends string>(name: string, help: string, labels: readonly L[], buckets: readonly number[]): Observe<L>;
  /**
   * Gauges that are read together at each scrape. A read that fails, or takes longer than a second, leaves them out of
   * that scrape, is counted in `topup_scrape_failures_total` under `source`, and is logged once a minute. A read that
   * lacks only some of them calls `missed` for each, which counts it too, and logs the reason itself.
   */
  gauges<N extends string>(
    source: string,
    declared: Record<N, GaugeInfo>,
    read: (missed: () => void) => Promise<Reading<N>[]>,
  ): void;
  contentType: string;
  /** All metrics, in Prometheus' text format. */
  text(): Promise<string>;
};

type Labels<L extends string> = Record<L, string>;
type Count<L extends string> = (labels: Labels<L>, value?: number) => void;
type Observe<L extends string> = (labels: Labels<L>, value: number) => void;
type GaugeInfo = { help: string; labels: readonly string[] };
export type Reading<N extends string> = { name: N; labels?: Record<string, string>; value: number };

const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60] as const;

const PREFIX = 'topup_';
const READ_TIMEOUT_MS = 1_000;
const QUIET_MS = 60_000;
/** How often the lag of the event loop is measured. The default, 10 ms, takes 0.3 % of a core in an idle process. */
const LAG_EVERY_MS = 50;

/**
 * Creates a registry with the metrics of Node itself. `service` is a label of every series, as `topup_service`, and for
 * one release also as `service`, which Prometheus replaces where a target has a label of that name (Kubernetes).
 */
export function createMetrics(service: string, log: { warn(message: string, fields: object): unknown }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ topup_service: service, service });
  collectDefaultMetrics({ register: registry, prefix: PREFIX, eventLoopMonitoringPrecision: LAG_EVERY_MS });
  const reads: (() => Promise<void>)[] = [];

  const counter: Metrics['counter'] = (name, help, labels, zeros = []) => {
    const counted = new Counter({ name: PREFIX + name, help, labelNames: labels, registers: [registry] });
    for (const zero of zeros) counted.inc(zero, 0);
    return (values, by = 1) => counted.inc(values, by);
  };
  const histogram: Metrics['histogram'] = (name, help, labels, buckets) => {
    const recorded = new Histogram({
      name: PREFIX + name,
      help,
      labelNames: labels,
      buckets: [...buckets],
      registers: [registry],
    });
    return (values, value) => recorded.observe(values, value);
  };
  const failed = counter('scrape_failures_total', 'Gauges that could not be read for a scrape.', ['source']);

  return {
    counter,
    gauge(name, help, labels) {
      const gauge = new Gauge({ name: PREFIX + name, help, labelNames: labels, registers: [registry] });
      return (values, value) => gauge.set(values, value);
    },
    duration: (name, help, labels) => histogram(name, help, labels, DURATION_BUCKETS_S),
    histogram,
    gauges<N extends string>(
      source: string,
      declared: Record<N, GaugeInfo>,
      read: (missed: () => void) => Promise<Reading<N>[]>,
    ) {
      const gauges = new Map(
        Object.entries<GaugeInfo>(declared).map(([name, { help, labels }]) => [
          name,
          new Gauge({ name: PREFIX + name, help, labelNames: labels, registers: [registry] }),
        ]),
      );
      failed({ source }, 0);
      let quietUntilMs = Number.NEGATIVE_INFINITY;
      reads.push(async () => {
        const readings = await within(
          READ_TIMEOUT_MS,
          source,
          read(() => failed({ source })),
        ).catch((error) => {
          failed({ source });
          if (performance.now() >= quietUntilMs) {
            log.warn('a metric could not be read', { metric: source, ...errorFields(error) });
            quietUntilMs = performance.now() + QUIET_MS;
          }
          return [];
        });
        for (const gauge of gauges.values()) empty(gauge);
        for (const { name, labels = {}, value } of readings) gauges.get(name)?.set(labels, value);
      });
    },
    contentType: registry.contentType,
    async text() {
      await Promise.all(reads.map((read) => read()));
      return registry.metrics();
    },
  };
}

/** `reset` alone leaves a zero in a gauge without labels, which would look like a value that was read. */
function empty(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}
