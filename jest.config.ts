/** @jest-config-loader esbuild-register */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

/** A test of the short form, as its file has it. */
type Proof = readonly [file: string, title: string];

/**
 * These run only in a full run (`npm run test:faults`, every night), because each repeats a proof: at running services
 * or in a browser it shows once more what tests of the short form (`npm test`) show of its parts. By file, up to the
 * first dot of its name: tests of the short form. `tests/only-in-full.test.ts` checks that they exist.
 */
export const ONLY_IN_FULL: Readonly<Record<string, readonly Proof[]>> = {
  'tests/contrib/haproxy': [
    ['apps/api/src/routes/airtime/purchase.route.int.test.ts', 'a used reference'],
    [
      'packages/runtime/src/close-server.test.ts',
      'a request that arrives on an idle connection gets an answer, and then the connection',
    ],
  ],
  'tests/contrib/kubernetes-demo': [
    [
      'tests/kubernetes/kubernetes.test.ts',
      'production passes every check once three values are changed, and names them before',
    ],
  ],
  'tests/fault/accept-delayed': [
    [
      'packages/core/src/purchase/accept/accept.store.int.test.ts',
      'an accept that runs after its caller has given up writes nothing',
    ],
  ],
  'tests/fault/batches': [
    [
      'packages/core/src/buying/sell-row.int.test.ts',
      'a worker whose answer was lost, and one that takes its row over, have bought it once',
    ],
  ],
  'tests/fault/breaker': [
    [
      'packages/core/src/purchase/send/waiting-room.int.test.ts',
      'it waits unsent, is asked about by account, service and amount, and is sent when',
    ],
    [
      'packages/providers/src/breaker/guard-provider.test.ts',
      'when it does not, orders above what is left are stopped',
    ],
  ],
  'tests/fault/breaker-others': [
    [
      'packages/providers/src/breaker/guard-provider.test.ts',
      'twenty unreadable orders stop their own account at that service alone',
    ],
    [
      'packages/providers/src/breaker/guard-provider.test.ts',
      'twenty broken lookups stop the lookups of their own account, and no orders',
    ],
  ],
  'tests/fault/breaker-switches': [
    [
      'packages/providers/src/breaker/guard-provider.test.ts',
      'a provider or a service that is closed by hand gets no orders, until it is opened',
    ],
  ],
  'tests/fault/clients': [
    [
      'tests/clients/client-examples.test.ts',
      'a shop that is killed while it buys asks for the outcome after its restart, and buys nothing again',
    ],
    [
      'tests/clients/php-examples.test.ts',
      'a shop that is killed while it buys asks for the outcome after its restart, and buys nothing again',
    ],
    ['tests/fault/api-killed.fault.test.ts', 'a purchase that was not accepted is bought elsewhere, and counts once'],
  ],
  'tests/fault/elsewhere': [
    [
      'packages/core/src/purchase/send/send-elsewhere.int.test.ts',
      'a process that dies between two attempts leaves the next one to the sweeper',
    ],
    [
      'packages/core/src/purchase/send/next-attempt.int.test.ts',
      'of 20 at once one opens the next attempt, and one claim gets it',
    ],
  ],
  'tests/fault/lookups': [
    [
      'tests/journey/windows.journey.test.ts',
      'specification 5.3: a lookup that the provider does not answer returns 500 after',
    ],
    [
      'packages/core/src/catalogue/package-list.test.ts',
      'the last list serves, however old it is, and the provider is asked every 10 s',
    ],
  ],
  'tests/fault/neighbours': [
    ['packages/core/src/flow/fairness.test.ts', 'a scheduler begins at most one piece of each other account before it'],
  ],
  'tests/fault/postgres-answers': [
    ['packages/core/src/shared/ask-twice.int.test.ts', 'what failed with its connection is asked again'],
    ['tests/fault/postgres.fault.test.ts', 'while the database %s, clients are declined quickly; then all goes on'],
  ],
  'tests/fault/postgres-ill': [
    ['tests/fault/postgres.fault.test.ts', 'while the database %s, clients are declined quickly; then all goes on'],
    [
      'packages/core/src/purchase/settle/settle.store.int.test.ts',
      'accept, claim, settle and mark pending in 40 batches',
    ],
    ['packages/core/src/purchase/accept/accept-batcher.int.test.ts', 'a locked wallet delays only its own purchases'],
  ],
  'tests/fault/postgres-silent': [
    [
      'packages/core/src/purchase/accept/accept-batcher.int.test.ts',
      'while a statement hangs, what arrives is accepted by another',
    ],
    ['apps/api/src/lists/hung-lists.int.test.ts', 'while twenty hang, a purchase is sold; then every list responds'],
  ],
  'tests/fault/postgres-start': [
    [
      'packages/runtime/src/postgres/connection-to.int.test.ts',
      'when none will do, nothing was sent, and each is named with its reason',
    ],
  ],
  'tests/fault/promoted': [
    [
      'packages/core/src/fence/fence.int.test.ts',
      'a running process does not use it, and a starting one asks for a quarantine',
    ],
    ['packages/core/src/fence/fence.int.test.ts', 'a running process goes on and records it, and others start'],
  ],
  'tests/fault/provider-answers': [
    [
      'packages/providers/src/vtpass/send/judge-send.test.ts',
      'no answer whatever is delivered or rejected without its',
    ],
    ['packages/core/src/purchase/settle/settle.store.int.test.ts', 'a contradiction changes no status and no money'],
  ],
  'tests/fault/redis-sentinel': [
    ['tests/fault/redis.fault.test.ts', 'while Redis keeps its connections and is silent, every request gets an'],
    [
      'packages/runtime/src/redis-url.test.ts',
      'every Sentinel, the master and its database are known, with the credentials of both',
    ],
  ],
  'tests/fault/redis-traffic': [
    ['tests/fault/redis.fault.test.ts', 'the sweeper sends purchases whose jobs a restart deleted'],
  ],
  'tests/fault/restore': [
    [
      'packages/core/src/purchase/requery/quarantine.store.int.test.ts',
      'what looks unsent is neither sent nor refunded, and is requeried by its likeliest',
    ],
  ],
  'tests/fault/sync-api-killed': [
    ['tests/fault/api-killed.fault.test.ts', 'the sweeper sends a purchase whose accept the api never heard of'],
    ['apps/worker/src/sweep/sweeper.int.test.ts', 'a worker that serves %j sends unsent purchases of %j and no others'],
  ],
  'tests/fault/sync-api-paused': [
    [
      'packages/core/src/purchase/settle/settle.store.int.test.ts',
      'a success keeps the money and a failure refunds it, once, whatever is settled',
    ],
  ],
  'tests/fault/sync-api-stopped': [
    [
      'tests/journey/stop.journey.test.ts',
      'an api that stops answers waiting clients 200, takes no new connections and',
    ],
  ],
  'tests/fault/sync-postgres': [
    ['tests/fault/postgres.fault.test.ts', 'a worker that lost %s asks the database again: no second send, no requery'],
  ],
  'tests/fault/sync-provider': [
    [
      'apps/api/src/routes/cabletv/cabletv.int.test.ts',
      'a silent provider is waited for until the window ends, and its late answer still',
    ],
  ],
  'tests/fault/worker-paused': [
    [
      'packages/core/src/purchase/send/claim.store.int.test.ts',
      'a purchase that is final, or too old to be sent, is not claimed',
    ],
    [
      'packages/core/src/purchase/settle/settle.store.int.test.ts',
      'a success keeps the money and a failure refunds it, once, whatever is settled',
    ],
  ],
  'tests/journey/airtime': [
    ['apps/api/src/modes.int.test.ts', '%s: each key buys in its own mode, from its own wallet'],
  ],
  'tests/journey/dev': [
    [
      'apps/local/src/watch/compiled-output.test.ts',
      'changes with its own files and with those of the workspaces it depends on',
    ],
  ],
  'tests/journey/events': [
    [
      'packages/core/src/webhook/webhook-scheduler.int.test.ts',
      '300 older events of it delay no other account, and are sent when it is back',
    ],
    [
      'packages/core/src/purchase/settle/purchase-events.int.test.ts',
      '%s that gets a 202 and then becomes %s has the events %j',
    ],
    [
      'tests/journey/webhook-signature.journey.test.ts',
      'the signature is over the very bytes that arrive, and over all of them',
    ],
  ],
  'tests/journey/least-rights': [
    [
      'apps/ops/src/database/rights.int.test.ts',
      'a failed purchase is refunded, a token is sent by SMS, and the sweeps find what',
    ],
  ],
  'tests/journey/low-balance': [
    [
      'apps/worker/src/watch/mail-owners.int.test.ts',
      'every account is looked at again and again, however many there are',
    ],
    [
      'packages/core/src/account/low-balance.store.int.test.ts',
      'the next mail comes only after the balance was seen at the threshold or above',
    ],
  ],
  'tests/journey/margin': [
    [
      'packages/core/src/catalogue/sales-hold.store.int.test.ts',
      'the first sale that cost more than its price holds the plan in all tiers, in',
    ],
    ['apps/worker/src/watch/start-catalogue-sync.int.test.ts', 'of two workers one syncs'],
  ],
  'tests/journey/provider-away': [
    [
      'apps/api/src/routes/cabletv/cabletv.int.test.ts',
      'an unreachable provider is a 500, the money is back, and the status says failed',
    ],
    [
      'packages/core/src/catalogue/package-list.test.ts',
      'the last list serves, however old it is, and the provider is asked every 10 s',
    ],
  ],
  'tests/journey/queues': [
    [
      'apps/worker/src/sweep/sweeper.int.test.ts',
      'one that serves only webhooks requeries what was sent and never answered',
    ],
    [
      'packages/runtime/src/queues/queues.int.test.ts',
      'every id that is enqueued reaches a worker once, however often it is enqueued',
    ],
  ],
  'tests/journey/routing': [
    ['packages/core/src/routing/routing.int.test.ts', 'a running process follows within its interval'],
  ],
  'tests/journey/sandbox-numbers': [
    ['tests/providers/outcomes.test.ts', '%s, with each answer %s: what it says is what was vended'],
    [
      'tests/journey/windows.journey.test.ts',
      'specification 5.5: an unknown outcome is never refunded; after 24 h an operator',
    ],
  ],
  'tests/journey/upgrade': [
    ['apps/ops/src/database/expand-contract.test.ts', 'all columns and unique indexes that it uses are still there'],
    [
      'apps/ops/src/database/functions.int.test.ts',
      'a call that is under way ends as it began, and the next one is new',
    ],
    [
      'tests/journey/stop.journey.test.ts',
      'a worker that stops settles its open send, exits with 0 and claims nothing',
    ],
  ],
  'tests/browser/account-overview': [
    [
      'apps/dashboard/src/account/overview/overview.int.test.ts',
      'each number of purchases is that of SQL and of the list that it links to',
    ],
    [
      'apps/dashboard/src/account/overview/overview.int.test.ts',
      'each step of the set-up is done once what it asks for is there',
    ],
  ],
  'tests/browser/approvals': [
    [
      'apps/dashboard/src/operator/approvals/approvals.int.test.ts',
      'a refund of a delivered purchase always needs a second operator',
    ],
    [
      'packages/core/src/operator-guard/approval.int.test.ts',
      'above the limit nothing is funded; the second operator who approves it funds it',
    ],
  ],
  'tests/browser/every-page': [
    [
      'tests/browser/dashboard.browser.test.ts',
      'pages of an %s: no serious violation of axe (%s, %d px), and not wider than any',
    ],
  ],
  'tests/browser/flows': [
    [
      'apps/dashboard/src/stream/stream.int.test.ts',
      'each change of a purchase is told to its account and to operators, and no other',
    ],
    [
      'apps/dashboard/src/account/developers/developers.int.test.ts',
      'a test event is enqueued, one at a time, and only when it could arrive',
    ],
  ],
  'tests/browser/keyboard': [
    [
      'tests/browser/dashboard.browser.test.ts',
      'pages of an %s: no serious violation of axe (%s, %d px), and not wider than any',
    ],
  ],
  'tests/browser/keys': [
    [
      'apps/dashboard/src/account/developers/key-limits.int.test.ts',
      'a key is made with limits, shown with them, and recorded with them',
    ],
  ],
  'tests/browser/mappings': [
    [
      'apps/dashboard/src/operator/mappings/mappings.int.test.ts',
      'a proposal is confirmed, rejected and made by hand, and each is audited',
    ],
  ],
  'tests/browser/margin': [
    [
      'apps/dashboard/src/operator/margin/margin.int.test.ts',
      'by plan, product and account, of one account or product',
    ],
  ],
  'tests/browser/reconciliation': [
    [
      'apps/dashboard/src/operator/reconciliation/reconciliation.int.test.ts',
      'a finding is shown with its purchase, resolved with a note, and then the day is',
    ],
    [
      'apps/dashboard/src/operator/reconciliation/import-file.int.test.ts',
      'a preview proposes the columns and the range, says what is wrong, and keeps nothing',
    ],
  ],
  'tests/browser/requests': [
    [
      'apps/dashboard/src/account/requests/requests.int.test.ts',
      'a refused one has its code, and no purchase although another account has that',
    ],
  ],
  'tests/browser/routing': [
    [
      'apps/dashboard/src/operator/routing/routing.int.test.ts',
      'rules are written, activated and taken back, and the page shows all of that',
    ],
  ],
  'tests/browser/purchases': [
    [
      'apps/dashboard/src/operator/purchases/purchases.int.test.ts',
      'each attempt has its provider, its reference, what became of it and why it went',
    ],
  ],
  'tests/browser/search': [
    [
      'apps/dashboard/src/account/search/search.int.test.ts',
      'its purchases by reference and by number, however it is written; never those of',
    ],
  ],
  'tests/browser/second-factor': [
    [
      'tests/journey/second-factor.journey.test.ts',
      'nothing is reached before a second factor is enrolled, and everything after it',
    ],
  ],
  'tests/browser/service-report': [
    [
      'apps/dashboard/src/operator/service-report/service-report.int.test.ts',
      'of a day, with its failures by reason, its refund times and whether it is final',
    ],
  ],
  'tests/browser/statements': [
    [
      'apps/dashboard/src/account/statements/statements.int.test.ts',
      'its balances, sums and file are those of the ledger by SQL',
    ],
  ],
  'tests/browser/test-mode': [
    [
      'apps/dashboard/src/account/developers/test-key.int.test.ts',
      'a member makes one test key, which is shown again in both modes',
    ],
  ],
  'tests/browser/time-zone': [
    [
      'apps/dashboard/src/account/settings/zoned-routes.int.test.ts',
      'the ledger and the requests are filtered by the same days',
    ],
  ],
  'tests/browser/webhook': [
    [
      'apps/dashboard/src/account/developers/webhook-state.int.test.ts',
      'a member counts, asks, sees the progress and cancels, within the account',
    ],
    [
      'packages/core/src/webhook/resend/resend.int.test.ts',
      'workers that race resend each once, ten at a time, and say when they are done',
    ],
  ],
};

/**
 * These have more cases, or longer faults, in a full run. Each with what proves the same in the short form: its own
 * test with fewer cases, or others.
 */
export const MORE_IN_FULL: Readonly<Record<string, readonly Proof[]>> = {
  'tests/fault/redis.fault.test.ts': [
    ['tests/fault/redis.fault.test.ts', ' s the sweeper sells every purchase inside its window'],
  ],
  'tests/fault/api-killed.fault.test.ts': [
    ['tests/fault/api-killed.fault.test.ts', 'an open purchase goes on, and its client gets a webhook'],
  ],
  'tests/fault/postgres.fault.test.ts': [
    ['tests/fault/postgres.fault.test.ts', 'while the database %s, clients are declined quickly; then all goes on'],
  ],
  'tests/fault/worker-killed.fault.test.ts': [
    ['packages/core/src/purchase/send/claim.store.int.test.ts', 'of 20 claims at once one gets the purchase'],
    [
      'packages/core/src/purchase/requery/due.store.int.test.ts',
      'the purchase of a process that died is found when its lease is over',
    ],
    [
      'packages/core/src/webhook/expire-sending.int.test.ts',
      '20,000 deliveries that ended leave some pages to be read',
    ],
  ],
  'tests/providers/outcomes.test.ts': [
    ['tests/providers/outcomes.test.ts', '%s, with each answer %s: what it says is what was vended'],
  ],
  'tests/chaos/chaos.test.ts': [
    ['tests/journey/start.journey.test.ts', 'after a SIGKILL of everything the next start finishes all purchases, and'],
  ],
  'tests/journey/stop.journey.test.ts': [
    [
      'tests/journey/stop.journey.test.ts',
      'a worker that stops settles its open send, exits with 0 and claims nothing',
    ],
  ],
  'tests/browser/dashboard.browser.test.ts': [
    [
      'apps/dashboard/src/account/developers/developers.int.test.ts',
      'a test event is enqueued, one at a time, and only when it could arrive',
    ],
    [
      'apps/dashboard/src/account/wallet/low-balance.int.test.ts',
      'an owner sets a threshold and takes it back; each change is recorded once',
    ],
    ['apps/dashboard/src/account/activity/activity.int.test.ts', 'they see all of it, newest first, with what changed'],
    [
      'tests/journey/guesses.journey.test.ts',
      'after five guesses the right password waits too, and then gives all guesses back',
    ],
  ],
  'tests/browser/console.browser.test.ts': [
    [
      'apps/dashboard/src/operator/accounts/accounts.int.test.ts',
      'limits are set and taken back, and audited with the old and the new ones',
    ],
    [
      'apps/dashboard/src/operator/accounts/payment-reference.int.test.ts',
      'the reference of a transfer finds its account, as it is typed; so does the search',
    ],
    [
      'apps/dashboard/src/operator/provider/provider.int.test.ts',
      'a service that is closed is listed with who, why and since when, until it is opened',
    ],
    [
      'apps/dashboard/src/operator/catalogue/catalogue.int.test.ts',
      'a plan on hold is listed, counted in the overview, and sold again by an operator',
    ],
    [
      'apps/dashboard/src/operator/purchases/purchases.int.test.ts',
      'without an account nothing is done and the accounts are named',
    ],
  ],
  'apps/ops/src/database/database.test.ts': [
    [
      'apps/ops/src/database/database.test.ts',
      'finishes the work of a run that was killed inside a migration, which then %s on',
    ],
  ],
  'apps/dashboard/src/auth/ended-access.int.test.ts': [
    ['apps/api/src/late-body.int.test.ts', '$path: $what while its body is under way: 401, and nothing is done'],
  ],
  'packages/core/src/reconciliation/decide/always-closes.int.test.ts': [
    [
      'packages/core/src/reconciliation/decide/always-closes.int.test.ts',
      'whatever a statement lacks and a person decides (%i)',
    ],
  ],
  'packages/core/src/reconciliation/judge/reconcile.int.test.ts': [
    [
      'packages/core/src/reconciliation/judge/reconcile.int.test.ts',
      'each damage to a statement is found once, nothing else is, and a second run adds nothing',
    ],
  ],
};

/** These need other people's programs and languages, and the npm registry (`npm run test:extra -- clients`). */
const ONLY_WITH_CLIENTS = [
  ...['code-samples', 'generated-clients', 'verify-signatures'].map((name) => `tests/clients/${name}`),
  'tests/journey/client-package',
  'tests/browser/docs',
].map((path) => `<rootDir>/${path}`);
/** These need a pgbouncer (`npm run test:extra -- pooler`). */
const ONLY_WITH_POOLER = ['<rootDir>/tests/fault/pooler'];
/** These need Debian's PostgreSQL 15, pgBackRest and Patroni (`npm run test:extra -- backups`). */
const ONLY_WITH_BACKUPS = ['<rootDir>/tests/backups'];
/** This needs the npm registry, and a computer that does little else (`npm run test:extra -- lighthouse`). */
const ONLY_WITH_LIGHTHOUSE = ['<rootDir>/tests/lighthouse'];

/** A file that is named runs, even if only `npm run test:faults` runs it otherwise. */
const isNamed = process.argv.slice(2).some((argument) => !argument.startsWith('-'));

const config: Config = {
  testMatch: [
    '<rootDir>/{packages,apps}/*/src/**/*.test.ts',
    '<rootDir>/apps/*/web/src/**/*.test.ts',
    '<rootDir>/tests/**/*.test.ts',
  ],
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(isNamed || process.env.TEST_FAULTS === 'full' || process.env.TEST_POOLER === '1'
      ? []
      : Object.keys(ONLY_IN_FULL).map((file) => `<rootDir>/${file}\\.`)),
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
    '^@topup/providers/declarations$': '<rootDir>/packages/providers/src/declarations.ts',
    '^@topup/runtime/(postgres|settings)$': '<rootDir>/packages/runtime/src/$1/index.ts',
    '^@topup/runtime/version$': '<rootDir>/packages/runtime/src/version.ts',
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
  // On a busy machine a worker that has no open handle still takes over a second to end: half of one is the default.
  workerGracefulExitTimeout: 10_000,
  // The tests wait more than they compute: two workers leave two cores idle for two fifths of the time.
  maxWorkers: Math.max(3, availableParallelism() - 1),
  // Long enough for tests that start six processes while others keep both cores busy.
  testTimeout: 90_000,
};

export default config;
