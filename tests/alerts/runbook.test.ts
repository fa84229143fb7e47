import { readdirSync } from 'node:fs';
import path from 'node:path';
import { publishedDefaults } from '@topup/testkit';
import { exposedMetrics } from './exposed';
import { readFile, rules } from './rules';
import { alertsInTheLogs, code, entries, indexed, logLines, PARTS, text } from './runbook';

const ROOT = path.join(__dirname, '../..');

/** The source of the processes and packages, without tests. */
function sourceIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'generated', 'web'].includes(entry.name) ? [] : sourceIn(name);
    return /(?<!\.test)\.ts$/.test(name) ? [readFile(name)] : [];
  });
}
const source = [...sourceIn('apps'), ...sourceIn('packages')].join('\n');

describe('the person whom an alert wakes does not know what to do', () => {
  test('every alert has one entry, and every entry has an alert', () => {
    expect(entries.map(({ alert }) => alert).sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });

  test.each(rules)('$alert leads to its entry', ({ alert, annotations }) => {
    const page = entries.find((entry) => entry.alert === alert)?.page;
    expect(annotations.runbook_url).toBe(`${page}#${alert.toLowerCase()}`);
  });

  test.each(entries)('$alert has its four parts, and says last whether to wake others', ({ parts }) => {
    const names = parts.map(([name]) => name);
    expect(names.at(-1) === 'Wake' ? names.slice(0, -1) : names).toEqual(PARTS);
    for (const [, said] of parts) expect(said).toMatch(/[.?]$|```$/);
  });

  test('the index has every entry at its page', () => {
    const listed = indexed.flatMap(({ page, alerts }) => alerts.map((alert) => ({ alert, page })));
    expect(new Set(listed.map(({ alert, page }) => `${page} ${alert}`))).toEqual(
      new Set(entries.map(({ alert, page }) => `${page} ${alert}`)),
    );
  });

  test('every line of the log that is an alert is in the table, and nothing else', () => {
    const raised = [...source.matchAll(/\balert: '(\w+)'/g)].map(([, alert]) => alert);
    expect([...new Set(alertsInTheLogs)].sort()).toEqual([...new Set(raised)].sort());
  });
});

describe('the runbook names what is not there', () => {
  test('every metric is exposed', async () => {
    const { typeOf } = await exposedMetrics();
    const metrics = code.flatMap((one) => one.match(/\btopup_\w+/g) ?? []);
    expect(metrics.length).toBeGreaterThan(10);
    expect(metrics.filter((one) => typeOf(one) === undefined)).toEqual([]);
  });

  test('every setting can be set', () => {
    const known = publishedDefaults();
    const settings = code.filter((one) => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(one));
    expect(settings.length).toBeGreaterThan(10);
    expect(settings.filter((one) => !(one in known))).toEqual([]);
  });

  test('every line of the log is written by a process', () => {
    expect(logLines.length).toBeGreaterThan(5);
    expect(logLines.filter((one) => !source.includes(one))).toEqual([]);
  });

  test('every panel is on the dashboard', () => {
    const panels = readFile('deploy/grafana-dashboard.json');
    const named = [...text.matchAll(/\bpanels?\s+"([^"]+)"/g)].map(([, title = '']) => title.replace(/\s+/g, ' '));
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((title) => !panels.includes(`"title": ${JSON.stringify(title)}`))).toEqual([]);
  });
});
