import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Case, cases, type Series } from './cases';
import { type Rule, rules } from './rules';

/** One test of promtool. The name begins with the alert. */
type UnitTest = { name: string; input: Series; at: string; expected: { labels: object; annotations: object } | null };

/** The tests of all cases. */
export const unitTests: UnitTest[] = rules.flatMap((rule) =>
  cases.filter(({ alert }) => alert === rule.alert).flatMap((given) => testsOf(rule, given)),
);

function testsOf({ for: since, labels: { severity }, annotations }: Rule, given: Case): UnitTest[] {
  const { alert, firing, labels = {}, summary, quiet, at = '20m', notYet = aMinuteBefore(since) } = given;
  const expected = { labels: { severity, ...labels }, annotations: { ...annotations, summary } };
  return [
    { name: `${alert} fires`, input: firing, at, expected },
    ...Object.entries(quiet).map(([what, input]) => ({
      name: `${alert} is quiet: ${what}`,
      input,
      at,
      expected: null,
    })),
    ...(since === undefined ? [] : [{ name: `${alert} waits`, input: firing, at: notYet, expected: null }]),
  ];
}

function aMinuteBefore(since = '1m'): string {
  return `${Number.parseInt(since, 10) - 1}m`;
}

/**
 * Runs the tests by `promtool` on these rules.
 * @returns the names of the tests that failed
 * @throws Error when promtool could not run them
 */
export function failedTests(promtool: string, tested: readonly Rule[] = rules): Set<string> {
  const directory = mkdtempSync(path.join(tmpdir(), 'alerts-'));
  try {
    // a file for each alert, so that no test evaluates the rules of the others; JSON is YAML
    const write = (name: string, content: object) => writeFileSync(path.join(directory, name), JSON.stringify(content));
    const files = tested.map((rule) => {
      write(`${rule.alert}.rules`, { groups: [{ name: 'topup', rules: [rule] }] });
      write(`${rule.alert}.tests`, fileOf(rule.alert));
      return `${rule.alert}.tests`;
    });
    const { stdout, stderr, status } = spawnSync(promtool, ['test', 'rules', ...files], {
      cwd: directory,
      encoding: 'utf8',
    });
    const output = `${stdout}${stderr}`;
    const failed = new Set([...output.matchAll(/^ +name: (.+),$/gm)].map(([, name = '']) => name));
    if ((status === 0) !== (failed.size === 0)) throw new Error(output);
    return failed;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const fileOf = (alert: string) => ({
  rule_files: [`${alert}.rules`],
  evaluation_interval: '1m',
  tests: unitTests
    .filter(({ name }) => name.startsWith(`${alert} `))
    .map(({ name, input, at, expected }) => ({
      name,
      interval: '1m',
      input_series: Object.entries(input).map(([series, values]) => ({ series, values })),
      alert_rule_test: [
        {
          eval_time: at,
          alertname: alert,
          exp_alerts: expected === null ? [] : [{ exp_labels: expected.labels, exp_annotations: expected.annotations }],
        },
      ],
    })),
});
