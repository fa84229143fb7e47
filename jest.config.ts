/** @jest-config-loader esbuild-register */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

/**
 * These run only in the full form of the fault tests (tests/fault/full-run.ts): a restore on servers of its own, an
 * upgrade that replaces every process, two failovers of Redis, `npm run dev` in a copy of the clone, whether a world of
 * the tests hides a fault, the parts of what `npm run test:containers` runs as a whole, and what other people's
 * programs do with the documents and the packed client, which needs other languages and the npm registry.
 *
 * The tests of the pooler itself need a pgbouncer (`npm run test:pooler`).
 */
const ONLY_IN_FULL = [
  '<rootDir>/tests/fault/restore',
  '<rootDir>/tests/fault/promoted',
  '<rootDir>/tests/fault/redis-sentinel',
  '<rootDir>/tests/journey/upgrade',
  '<rootDir>/tests/journey/dev',
  '<rootDir>/packages/testkit/src/service/world',
  '<rootDir>/tests/clients',
  '<rootDir>/tests/journey/client-package',
  '<rootDir>/tests/browser/docs',
  '<rootDir>/tests/containers/start',
  '<rootDir>/apps/ops/src/database/container-roles',
];

const ONLY_WITH_POOLER = ['<rootDir>/tests/fault/pooler'];
/** They need Debian's PostgreSQL 15 and pgBackRest (`npm run test:backups`). */
const ONLY_WITH_BACKUPS = ['<rootDir>/tests/backups'];

const config: Config = {
  testMatch: [
    '<rootDir>/{packages,apps}/*/src/**/*.test.ts',
    '<rootDir>/apps/*/web/src/**/*.test.ts',
    '<rootDir>/tests/**/*.test.ts',
  ],
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_FAULTS === 'full' ? [] : ONLY_IN_FULL),
    ...(process.env.TEST_POOLER === '1' ? [] : ONLY_WITH_POOLER),
    ...(process.env.TEST_BACKUPS === '1' ? [] : ONLY_WITH_BACKUPS),
  ],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
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
  testSequencer: '<rootDir>/packages/testkit/src/jest/timed-last.cjs',
  // By default Jest leaves one core free, so two cores would give one worker. The tests wait more than they compute.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // Long enough for tests that start six processes while others keep both cores busy.
  testTimeout: 90_000,
};

export default config;
