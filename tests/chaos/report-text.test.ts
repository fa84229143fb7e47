import { breaks } from './breaks/breaks';
import { isPassed, reportText } from './report-text';
import type { ChaosReport } from './run-chaos';

describe('a run with a planted bug reads as one without', () => {
  const [broken] = breaks.filter(({ name }) => name === 'refund');
  const clients = { purchases: 1, outcomes: {}, slowestMs: {} };
  const without: ChaosReport = {
    seed: 7,
    minutes: 1,
    perSecond: 5,
    provider: 'both',
    abuser: false,
    summary: { clients, faults: {}, processesKilled: 0, webhooksReceived: 0, longestPauseMs: 0 },
    violations: [{ rule: 'the books are sound', about: 'a wallet' }],
  };
  const planted = { ...without, ...(broken && { broken }) };
  const again = 'Again: npm run test:chaos -- --minutes 1 --seed 7 --rate 5 --provider both --abuser off';

  test('it passes if the audit finds the bug by its own rule, and the report says so', () => {
    expect([isPassed(planted), isPassed(without)]).toEqual([true, false]);
    expect(reportText(planted)).toContain('The audit noticed the planted bug "refund".');
  });

  test('it fails if the audit finds nothing, or only the broken rule of another bug', () => {
    for (const violations of [[], [{ rule: 'no event stays queued', about: 'an event' }]]) {
      const unnoticed = { ...planted, violations };
      expect(isPassed(unnoticed)).toBe(false);
      expect(reportText(unnoticed)).toContain('The audit did NOT notice the planted bug "refund".');
    }
  });

  test('its last line repeats the run with the bug', () => {
    expect(reportText(planted).split('\n').at(-1)).toBe(`${again} --break refund`);
    expect(reportText(without).split('\n').at(-1)).toBe(again);
  });
});
