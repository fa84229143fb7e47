/** @jest-config-loader esbuild-register */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

/** Files of one folder, by their names up to the first dot. */
const within = (folder: string, ...names: string[]) =>
  names.flatMap((line) => line.split(' ')).map((name) => `<rootDir>/${folder}/${name}\\.`);

/**
 * These run only in a full run (`npm run test:faults`, every night): what needs servers of its own or many minutes, and
 * what shows once more, at a running service or in a browser, what the tests of its parts show.
 */
const ONLY_IN_FULL = [
  ...within(
    'tests/fault',
    'accept-delayed breaker breaker-others breaker-switches elsewhere lookups neighbours',
    'postgres-answers postgres-ill postgres-silent postgres-start promoted provider-answers',
    'redis-cluster redis-sentinel redis-traffic restore sms sync-api-killed sync-api-paused sync-api-stopped sync-postgres',
    'sync-provider worker-paused',
  ),
  ...within(
    'tests/journey',
    'airtime callbacks catalogue cli client-settled dashboard-proxies dashboard-secret dev discos events',
    'guesses key-limits least-rights limits low-balance margin open-telemetry provider-away queue-board',
    'queues routing sandbox-numbers second-factor sign-in-records token-sms trace upgrade',
  ),
  ...within(
    'tests/browser',
    'account-overview approvals every-page flows keyboard keys mappings margin reconciliation requests routing',
    'purchases search second-factor statements test-mode time-zone webhook',
  ),
  ...within('apps/ops/src/database', 'audit-upgrade container-roles history-upgrade references-upgrade'),
  '<rootDir>/tests/bench',
  '<rootDir>/tests/containers/start',
  '<rootDir>/apps/api/src/openapi/openapi-property',
  '<rootDir>/packages/providers/src/simulator/simulator.int',
  '<rootDir>/packages/testkit/src/service/world',
];

/** These need other people's programs and languages, and the npm registry (`npm run test:clients`). */
const ONLY_WITH_CLIENTS = ['tests/clients', 'tests/journey/client-package', 'tests/browser/docs'].map(
  (path) => `<rootDir>/${path}`,
);
/** These need a pgbouncer (`npm run test:pooler`). */
const ONLY_WITH_POOLER = ['<rootDir>/tests/fault/pooler'];
/** These need Debian's PostgreSQL 15, pgBackRest and Patroni (`npm run test:backups`). */
const ONLY_WITH_BACKUPS = ['<rootDir>/tests/backups'];
/** This needs the npm registry, and a computer that does little else (`npm run test:lighthouse`). */
const ONLY_WITH_LIGHTHOUSE = ['<rootDir>/tests/lighthouse'];

const config: Config = {
  testMatch: [
    '<rootDir>/{packages,apps}/*/src/**/*.test.ts',
    '<rootDir>/apps/*/web/src/**/*.test.ts',
    '<rootDir>/tests/**/*.test.ts',
  ],
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_FAULTS === 'full' || process.env.TEST_POOLER === '1' ? [] : ONLY_IN_FULL),
    ...(process.env.TEST_CLIENTS === '1' ? [] : ONLY_WITH_CLIENTS),
    ...(process.env.TEST_POOLER === '1' ? [] : ONLY_WITH_POOLER),
    ...(process.env.TEST_BACKUPS === '1' ? [] : ONLY_WITH_BACKUPS),
    ...(process.env.TEST_LIGHTHOUSE === '1' ? [] : ONLY_WITH_LIGHTHOUSE),
  ],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        // a package is loaded when it is first used: a test uses few of those that it imports, which saves a quarter of
        // the time of a file
        module: { type: 'commonjs', lazy: true },
        sourceMaps: true,
      },
    ],
  },
  moduleNameMapper: {
    '^@topup/runtime/settings$': '<rootDir>/packages/runtime/src/settings/index.ts',
    '^@topup/(api|worker|dashboard)/settings$': '<rootDir>/apps/$1/src/settings.ts',
    '^@topup/core/(.*)$': '<rootDir>/packages/core/src/$1/index.ts',
    '^@topup/(.*)$': '<rootDir>/packages/$1/src/index.ts',
    // The imports of the generated Prisma client end in .js, as after compiling.
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['/dist/'],
  setupFiles: ['<rootDir>/packages/testkit/src/jest/compile-quickly.ts'],
  globalSetup: '<rootDir>/packages/testkit/src/jest/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testkit/src/jest/global-teardown.ts',
  reporters: ['default', '<rootDir>/packages/testkit/src/jest/summary-reporter.ts'],
  // What a file has loaded is never all freed: after 200 files a worker had 2.3 GB, and they took twice as long.
  workerIdleMemoryLimit: '400MB',
  // By default Jest leaves one core free, so two cores would give one worker. The tests wait more than they compute.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // Long enough for tests that start six processes while others keep both cores busy.
  testTimeout: 90_000,
};

export default config;
