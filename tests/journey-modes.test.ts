import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The journeys that `npm run test:extra -- modes` does not repeat with a test key, and why. */
const NOT_REPEATED: Record<string, readonly string[]> = {
  'runs in both modes already': ['airtime', 'claims', 'discount', 'recorded-bodies', 'sandbox-numbers', 'services'],
  'needs a provider that calls back, or is away: a test purchase has none': ['callbacks', 'provider-away'],
  'is about transfers, which no test account gets': ['funding'],
  'is about what providers sell, which a test purchase never reaches': ['catalogue', 'margin', 'routing'],
  'is about figures, queues and tasks of operators, which leave test accounts out': ['metrics'],
  'is about processes and their rights, which are the same for both modes': [
    ...['least-rights', 'open-telemetry', 'queues', 'schema', 'stop', 'upgrade', 'wrong-start'],
  ],
  'is about people at the dashboard, who have no API key': [
    ...[
      'dashboard-operations',
      'dashboard-proxies',
      'dashboard-secret',
      'dashboard-sign-in',
      'dashboard-users',
      'guesses',
      'second-factor',
      'sign-in-records',
    ],
  ],
  'is about the programs and pages of a developer': [
    ...[
      'cli',
      'cli-batch',
      'client-package',
      'client-settled',
      'collections',
      'dev',
      'docs',
      'start',
      'vtpass-migration',
    ],
  ],
};

test('each journey runs with a test key too, or there is a reason why not', () => {
  const names = readdirSync(path.join(__dirname, 'journey')).flatMap((file) => file.split('.journey.test.ts', 2));
  const journeys = names.filter((name) => name !== '' && name !== 'support');
  const script = readFileSync(path.join(__dirname, '../scripts/test-extra.mjs'), 'utf8');
  const [, modes = ''] = /^const MODES = \[(.*?)^\];/ms.exec(script) ?? [];
  const repeated = [...modes.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name);
  expect([...repeated, ...Object.values(NOT_REPEATED).flat()].sort()).toEqual(journeys.sort());
});
