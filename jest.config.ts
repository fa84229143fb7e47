/** @jest-config-loader esbuild-register */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

/** Run in the full form of the fault tests alone (tests/fault/form.ts): a restore on servers of its own, an upgrade that replaces every process. */
const ONLY_IN_FULL = ['<rootDir>/tests/fault/restore', '<rootDir>/tests/journey/upgrade'];

const config: Config = {
  testMatch: [
    '<rootDir>/{packages,apps}/*/src/**/*.test.ts',
    '<rootDir>/apps/*/web/src/**/*.test.ts',
    '<rootDir>/tests/**/*.test.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/', ...(process.env.TEST_FAULTS === 'full' ? [] : ONLY_IN_FULL)],
  transform: {
    // request-filtering-agent is ESM only; Node loads it as it is, Jest cannot
    '(\\.ts|/request-filtering-agent/lib/.+\\.js)$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!request-filtering-agent/)'],
  moduleNameMapper: {
    '^@topup/runtime/settings$': '<rootDir>/packages/runtime/src/settings.ts',
    '^@topup/core/(.*)$': '<rootDir>/packages/core/src/$1/index.ts',
    '^@topup/(.*)$': '<rootDir>/packages/$1/src/index.ts',
    // the generated Prisma client writes the extension of what it will be compiled to
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['/dist/'],
  setupFiles: ['<rootDir>/packages/testkit/src/jest/compile-quickly.ts'],
  globalSetup: '<rootDir>/packages/testkit/src/jest/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testkit/src/jest/global-teardown.ts',
  reporters: ['default', '<rootDir>/packages/testkit/src/jest/summary-reporter.ts'],
  // Jest itself leaves one core free, which on two would leave one worker; the tests wait for processes more than they compute
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // says that something will never come, not how long it may take: some start six processes, and others keep both cores busy
  testTimeout: 90_000,
};

export default config;
