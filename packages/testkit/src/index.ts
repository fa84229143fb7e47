export type { RunningPostgres } from '@topup/embedded';
export { fundedAccount, fundedTwin, giveMoney, testPool } from './builders/accounts';
export { AS_OPS, BY_TEST, expireApproval, switchApprovalsOff } from './builders/by-test';
export { type ExampleOrder, exampleOrders } from './builders/example-orders';
export { newOperator, type TestOperator } from './builders/operators';
export { insertSold } from './builders/sold-purchases';
export { untilLocked, untilUnlocked } from './builders/until-locked';
export { useDatabase } from './builders/use-database';
export { type FaultProxy, startFaultProxy } from './faults/fault-proxy';
export { allInFullRun, FULL_RUN, testInFullRun } from './jest/full-run';
export { documentedEndpoints, documentedLookups, faultBy, openApiDocument } from './openapi/document';
export { documented } from './openapi/documented';
export { expectDocumented } from './openapi/expect-documented';
export { type ArchivedPostgres, type BaseBackup, startArchivedPostgres } from './servers/archived-postgres';
export { example, exampleWith } from './servers/example';
export { type GrantedRole, grantedRole } from './servers/granted-role';
export { migrate } from './servers/migrate';
export { describeIf, onThePath } from './servers/on-the-path';
export { type OwnPostgres, startOwnPostgres } from './servers/own-postgres';
export { POOL_SIZE, type RunningPgBouncer, startPgBouncer, startPooledRole } from './servers/pgbouncer';
export { emptyDatabase, type TestDatabase, testDatabase } from './servers/postgres';
export { type RunningRedis, startRedis } from './servers/redis';
export { type RunningSentinels, startRedisSentinels } from './servers/redis-sentinels';
export { withClient } from './servers/sql';
export { makeFastDirectory } from './servers/temp-directory';
export {
  describeWithRedis,
  describeWithRedisServer,
  redisAvailable,
  redisServerInstalled,
  testRedis,
} from './servers/test-redis';
export type { TestAccount } from './service/account';
export { type ApiAnswer, type ApiClient, createApiClient } from './service/api-client';
export { COMPILE_QUICKLY } from './service/compile-quickly';
export { eventually } from './service/eventually';
export type { LogEntry, ServiceProcess } from './service/launch';
export { type LinkName, linkTo } from './service/links';
export {
  type ApiProcess,
  type DashboardProcess,
  type SandboxProcess,
  startDashboard,
  startSandbox,
  type WorkerProcess,
} from './service/processes';
export { publishedDefaults } from './service/published-defaults';
export {
  behindPooler,
  highLimits,
  journeyMode,
  newMasterKey,
  providersAt,
  sandboxKeys,
  shortTimers,
} from './service/settings';
export { BooksDrifted, createWitnesses, type PurchaseRow, type SandboxLedger } from './service/witnesses';
export { startWorld, type World, type WorldOptions } from './service/world';
export { type Flood, flood, type WebhookAnswer } from './webhooks/answers';
export { type ReceivedWebhook, startWebhookReceiver, type WebhookReceiver } from './webhooks/receiver';
export { SELF_SIGNED } from './webhooks/self-signed';
