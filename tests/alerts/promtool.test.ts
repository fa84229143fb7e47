import { describeIf, onThePath } from '@topup/testkit';
import { cases } from './cases';
import { failedTests, unitTests } from './promtool';
import { type Rule, rules } from './rules';

const promtool = onThePath('promtool') ?? '';
const OPPOSITE: Record<string, string> = { '>': '<=', '>=': '<', '<': '>=', '<=': '>', '==': '!=', '!=': '==' };
const COMPARISON = / (>=|<=|==|!=|>|<) /g;

const comparisonsOf = ({ expr }: Rule) => expr.match(COMPARISON)?.length ?? 0;

/** The rule with its comparison number `n` turned round; one without any says that something is there, not absent. */
function turned(rule: Rule, n: number): Rule {
  let seen = 0;
  const expr = rule.expr
    .replace(COMPARISON, (all, sign: string) => (seen++ === n ? ` ${OPPOSITE[sign]} ` : all))
    .replace(/^absent\(/, 'count(');
  return { ...rule, expr };
}

const alertsOf = (tests: Iterable<string>) => new Set([...tests].map((name) => name.split(' ')[0]));

describe('every alert is tried', () => {
  test('each has one case, which fires, and is quiet at least once', () => {
    expect(cases.map(({ alert }) => alert).sort()).toEqual(rules.map(({ alert }) => alert).sort());
    expect(cases.filter(({ quiet }) => Object.keys(quiet).length === 0)).toEqual([]);
  });
});

describeIf(promtool !== '', 'an alert fires when it should, and then only', 'there is no promtool on the PATH', () => {
  let failed: Set<string>;
  beforeAll(() => {
    failed = failedTests(promtool);
  });

  test.each(unitTests.map(({ name }) => name))('%s', (name) => {
    expect([...failed].filter((one) => one === name)).toEqual([]);
  });

  test.each([0, 1])('no alert passes with its comparison number %d turned round', (n) => {
    const broken = rules.filter((rule) => comparisonsOf(rule) > n || (n === 0 && rule.expr.startsWith('absent(')));
    const noticed = alertsOf(
      failedTests(
        promtool,
        broken.map((rule) => turned(rule, n)),
      ),
    );
    expect([...noticed].sort()).toEqual(broken.map(({ alert }) => alert).sort());
    expect(noticed.size).toBeGreaterThan(3);
  });

  test('no alert passes that does not wait as long as its `for` says', () => {
    const hasty = rules.filter((rule) => rule.for !== undefined);
    const noticed = alertsOf(
      failedTests(
        promtool,
        hasty.map(({ for: _, ...rule }) => rule),
      ),
    );
    expect([...noticed].sort()).toEqual(hasty.map(({ alert }) => alert).sort());
  });
});
