import { type Exposed, exposedMetrics } from './exposed';
import { readFile, rules } from './rules';

type Panel = {
  type: string;
  title: string;
  targets?: { refId: string; expr: string }[];
  gridPos: { x: number; w: number };
};
const { panels } = JSON.parse(readFile('deploy/grafana-dashboard.json')) as { panels: Panel[] };
const charts = panels.filter(({ type }) => type !== 'row');

const expressions: [string, string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [`alert ${alert}`, expr]),
  ...charts.flatMap(({ title, targets = [] }) => targets.map(({ expr }): [string, string] => [`panel ${title}`, expr])),
];

let exposed: Exposed;

beforeAll(async () => {
  exposed = await exposedMetrics();
});

/** `topup_service` is a label. */
const seriesIn = (expr: string) => expr.match(/\btopup_(?!service\b)\w+/g) ?? [];

/** Prometheus' own series about each target, and other exporters' series about disks. */
const OF_OTHERS = /\b(up\{|node_filesystem_\w+|kubelet_volume_stats_\w+)/g;

describe('an alert never fires, or nobody knows what it means', () => {
  test.each(expressions)('%s uses existing metrics', (_of, expr) => {
    expect(seriesIn(expr).length + (expr.match(OF_OTHERS) ?? []).length).toBeGreaterThan(0);
    expect(seriesIn(expr).filter((series) => exposed.metricOf(series) === undefined)).toEqual([]);
  });

  test.each(expressions)('%s has correct functions and brackets', (_of, expr) => {
    for (const [, series = ''] of expr.matchAll(/\b(?:rate|increase)\((topup_\w+)/g)) {
      expect(['counter', 'histogram']).toContain(exposed.typeOf(exposed.metricOf(series) ?? ''));
    }
    for (const [, series = ''] of expr.matchAll(/\b(?:max|min)(?: by \([^)]*\))? ?\((topup_\w+)/g))
      expect(exposed.typeOf(series)).toBe('gauge');
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
      expect(exposed.text).toMatch(new RegExp(`^${series}\\{[^}]*\\b${label}="${value}"`, 'm'));
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

  test('the routes of an alert are those of the API', () => {
    const { paths } = JSON.parse(readFile('docs/reference/openapi.json')) as { paths: Record<string, unknown> };
    const patterns = rules.flatMap(({ expr }) => [...expr.matchAll(/\broute=~"\/v1\/\(([^)]+)\)"/g)]);
    const routes = patterns.flatMap(([, alternatives = '']) => alternatives.split('|').map((one) => `/v1/${one}`));
    expect(routes.length).toBeGreaterThan(3);
    expect(routes.filter((route) => !(route in paths))).toEqual([]);
  });

  test('the Grafana dashboard shows all our metrics', () => {
    const ours = [...exposed.text.matchAll(/^# TYPE (topup_\w+) /gm)]
      .map(([, name = '']) => name)
      .filter((name) => !/^topup_(process|nodejs)_/.test(name) && name !== 'topup_scrape_failures_total');
    const shown = new Set(
      charts.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => seriesIn(expr).map(exposed.metricOf))),
    );
    expect(ours.filter((name) => !shown.has(name))).toEqual([]);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });
});
