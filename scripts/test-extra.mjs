// `npm run test:extra -- <part> [options of Jest]`: what `npm test` leaves out, because it takes long or needs programs
// and packages of others.
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const JEST = 'node_modules/jest/bin/jest.js';

const journeys = (...names) => names.map((name) => `tests/journey/${name}`);
const faults = (...names) => names.map((name) => `tests/fault/${name}`);

/** With a test key; `tests/journey-modes.test.ts` has the reason for each that is not among them. */
const MODES = [
  ...['access', 'discos', 'events', 'key-change-tokens', 'key-limits', 'limits', 'low-balance', 'products'],
  ...['purchase-lifecycle', 'requests', 'token-sms', 'trace', 'webhook-signature', 'webhooks', 'windows'],
];

const PARTS = {
  modes: { env: { JOURNEY_MODE: 'test', TEST_FAULTS: 'full' }, paths: journeys(...MODES) },
  pooler: {
    env: { TEST_POOLER: '1' },
    paths: [
      ...journeys('products', 'purchase-lifecycle', 'dashboard-users'),
      ...faults('postgres.fault', 'postgres-answers', 'postgres-ill', 'postgres-silent', 'sync-postgres', 'pooler'),
    ],
  },
  clients: {
    env: { TEST_CLIENTS: '1' },
    paths: ['tests/clients', ...journeys('client-package'), 'tests/browser/docs'],
  },
  lighthouse: { env: { TEST_LIGHTHOUSE: '1' }, paths: ['tests/lighthouse'] },
  backups: { env: { TEST_BACKUPS: '1' }, paths: ['tests/backups'] },
};

const [name, ...options] = process.argv.slice(2);
if (name === 'containers') {
  // it builds in the image, so the clone is not prepared
  const child = spawn(path.join(root, 'tests/containers/run'), options, { stdio: 'inherit' });
  child.once('close', (code) => process.exit(code ?? 1));
} else if (Object.hasOwn(PARTS, name ?? '')) {
  const { env, paths } = PARTS[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, path.join(root, 'scripts/run.mjs'), JEST, ...options, ...paths];
  await import('./run.mjs');
} else {
  console.error(`usage: npm run test:extra -- ${[...Object.keys(PARTS), 'containers'].join(' | ')}`);
  process.exitCode = 2;
}
