import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createObserver, watchBreakers } from '@topup/core/metrics';
import { type Db, systemClock } from '@topup/core/shared';
import { createMetrics } from '@topup/runtime';
import { createApiMetrics, watchQueueDepth } from '../apps/api/src/metrics';
import { createSweepMetrics, watchBacklog } from '../apps/worker/src/metrics';
import { startCatalogueSync } from '../apps/worker/src/watch/start-catalogue-sync';
import { startReconciliation } from '../apps/worker/src/watch/start-reconciliation';
import { watchAccounts } from '../apps/worker/src/watch/watch-accounts';
import { watchFloats } from '../apps/worker/src/watch/watch-floats';
import { watchMargin } from '../apps/worker/src/watch/watch-margin';
import { watchReconciliation } from '../apps/worker/src/watch/watch-reconciliation';

const { load }: { load(text: string): unknown } = require('js-yaml');

const read = (name: string) => readFileSync(path.join(__dirname, '../deploy', name), 'utf8');

type Rule = {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string };
};
const { groups } = load(read('prometheus-alerts.yml')) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

type Panel = {
  type: string;
  title: string;
  targets?: { refId: string; expr: string }[];
  gridPos: { x: number; w: number };
};
const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] };
const charts = panels.filter(({ type }) => type !== 'row');

const expressions: [string, string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [`alert ${alert}`, expr]),
  ...charts.flatMap(({ title, targets = [] }) => targets.map(({ expr }): [string, string] => [`panel ${title}`, expr])),
];

let exposed: string;

/**
 * What fresh processes of both kinds answer, with a store behind neither: names, types, and the series that exist from
 * the start.
 */
beforeAll(async () => {
  const api = createMetrics('api');
  createObserver(api, ['vtpass']);
  createApiMetrics(api);
  watchBreakers(api, { statuses: () => [] }, ['vtpass']);
  const depth = async () => ({ waiting: 0, active: 0 });
  const queue = { enqueue: () => undefined, close: async () => undefined, depth };
  watchQueueDepth(api, { airtime: queue, data: queue, webhooks: queue, notifications: queue });
  const worker = createMetrics('worker');
  createObserver(worker, ['vtpass']);
  createSweepMetrics(worker);
  watchBreakers(worker, { statuses: () => [] }, ['vtpass']);
  watchBacklog(worker, {} as Db);
  const quiet = { clock: systemClock, log: { info: () => undefined, warn: () => undefined, error: () => undefined } };
  const balance = async () => ({ kind: 'unavailable', reason: 'there is none' }) as const;
  watchFloats(worker, { ...quiet, db: {} as Db, providers: [{ name: 'vtpass', balance }], alertKoboOf: () => 1n })();
  watchAccounts(worker, { ...quiet, db: {} as Db })();
  watchMargin(worker, { ...quiet, db: {} as Db, staleHours: 24, dailyLossCapKobo: 1n })();
  startCatalogueSync(worker, { ...quiet, db: {} as Db, providers: [], everyMs: 0 });
  startReconciliation(worker, { ...quiet, db: {} as Db, providers: [], everyMs: 0 });
  watchReconciliation(worker, { ...quiet, db: {} as Db, providers: [] })();
  exposed = `${await api.text()}\n${await worker.text()}`;
});

const typeOf = (name: string) => new RegExp(`^# TYPE ${name} (\\w+)$`, 'm').exec(exposed)?.[1];

/** The metric that a series belongs to: of a histogram come `_bucket`, `_sum` and `_count`. */
function metricOf(series: string): string | undefined {
  const family = series.replace(/_(bucket|sum|count)$/, '');
  if (typeOf(family) === 'histogram') return series === family ? undefined : family;
  return typeOf(series) === undefined ? undefined : series;
}

const seriesIn = (expr: string) => expr.match(/\btopup_\w+/g) ?? [];

describe('an alert never fires, or nobody knows what it means', () => {
  test.each(expressions)('%s uses existing metrics', (_of, expr) => {
    expect(seriesIn(expr)).not.toEqual([]);
    expect(seriesIn(expr).filter((series) => metricOf(series) === undefined)).toEqual([]);
  });

  test.each(expressions)('%s has correct functions and brackets', (_of, expr) => {
    for (const [, series = ''] of expr.matchAll(/\b(?:rate|increase)\((topup_\w+)/g)) {
      expect(['counter', 'histogram']).toContain(typeOf(metricOf(series) ?? ''));
    }
    for (const [, series = ''] of expr.matchAll(/\b(?:max|min)(?: by \([^)]*\))? ?\((topup_\w+)/g))
      expect(typeOf(series)).toBe('gauge');
    for (const [open, close] of ['()', '[]', '{}'])
      expect(expr.split(open ?? '')).toHaveLength(expr.split(close ?? '').length);
  });

  /** `status` comes from HTTP, so its series cannot exist from the start. */
  const matchers = expressions.flatMap(([of, expr]) =>
    [...expr.matchAll(/(topup_\w+)\{([^}]*)\}/g)].flatMap(([, series = '', inside = '']) =>
      [...inside.matchAll(/(\w+)!?="([^"]*)"/g)].map(([, label = '', value = '']) => ({ of, series, label, value })),
    ),
  );

  test.each(matchers.filter(({ label }) => label !== 'status'))(
    '$of: $series{$label="$value"} exists from the start',
    ({ series, label, value }) => {
      expect(exposed).toMatch(new RegExp(`^${series}\\{[^}]*\\b${label}="${value}"`, 'm'));
    },
  );

  test('every rule has valid fields and a unique name', () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    for (const rule of rules) {
      expect(
        Object.keys(rule).filter((key) => !['alert', 'expr', 'for', 'labels', 'annotations'].includes(key)),
      ).toEqual([]);
      expect(rule.alert).toMatch(/^[A-Z]\w+$/);
      expect(rule.for ?? '1m').toMatch(/^\d+[smh]$/);
      expect(['warning', 'critical']).toContain(rule.labels.severity);
      expect(rule.annotations.summary).toMatch(/\.$/);
    }
  });

  test('every alert is explained in docs/operations.md', () => {
    const page = readFileSync(path.join(__dirname, '../docs/operations.md'), 'utf8');
    expect(rules.map(({ alert }) => alert).filter((alert) => !page.includes(`| \`${alert}\` |`))).toEqual([]);
  });

  test('the Grafana dashboard shows every metric of ours', () => {
    const ours = [...exposed.matchAll(/^# TYPE (topup_\w+) /gm)]
      .map(([, name = '']) => name)
      .filter((name) => !/^topup_(process|nodejs)_/.test(name) && name !== 'topup_scrape_failures_total');
    const shown = new Set(
      charts.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => seriesIn(expr).map(metricOf))),
    );
    expect(ours.filter((name) => !shown.has(name))).toEqual([]);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });
});
