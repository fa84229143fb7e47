import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { beginOnDatabase, createFence } from '@topup/core/fence';
import { readApprovalPolicy } from '@topup/core/operator-guard';
import { jobCatalog } from '@topup/core/queue';
import {
  assertSchema,
  assertWritable,
  atStart,
  type Db,
  openDatabase,
  startFault,
  systemClock,
} from '@topup/core/shared';
import { deleteExpired } from '@topup/core/user';
import {
  closeServer,
  connectionTo,
  createLog,
  createMetrics,
  createRedisNotes,
  endUnstarted,
  errorFields,
  type Log,
  listen,
  openQueue,
  shutDownOnSignal,
  startOpsServer,
} from '@topup/runtime';
import { settingWarnings } from '@topup/runtime/settings';
import { masterKeysOf, pools, stopTimeMs } from '@topup/settings';
import { buildApp } from './app';
import { createHealth } from './http/health';
import { requestMetrics, watchDatabase } from './http/metrics';
import { dashboardSettings, readSettings } from './settings';
import { wire } from './wire';

const DELETE_EXPIRED_EVERY_MS = 3_600_000;
/**
 * Requests of pages are short; a longer one only holds a connection. `keepAliveTimeout` exceeds the 60 s of load
 * balancers.
 */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

async function main(): Promise<void> {
  const settings = readSettings();
  const log = createLog('dashboard', settings.LOG_LEVEL);
  for (const warning of settingWarnings(dashboardSettings, settings)) log.warn(warning);
  const onError = (error: Error) => log.warn('a database connection was lost', errorFields(error));
  const notes = settings.REDIS_URL === undefined ? undefined : createRedisNotes(settings.REDIS_URL);
  const fence = createFence({ shared: notes, log, mayRecord: false });
  const server = { ...connectionTo(settings.DATABASE_URL), accept: fence.accept };
  const ours = { ...server, pooler: settings.DATABASE_POOLER, onError };
  const db = openDatabase({ ...ours, max: pools.dashboard['topup-dashboard'], name: 'topup-dashboard' });
  const masterKeys = masterKeysOf(settings);
  await beginOnDatabase({ db, clock: systemClock, log, fence, roleFor: 'dashboard', notes, masterKeys });
  if ((await atStart(systemClock, () => readApprovalPolicy(db))).approvals === 'off')
    log.warn('OPERATOR_APPROVALS is off: no step of an operator needs a second operator');
  const health = createHealth(db);
  const store = { redisUrl: settings.REDIS_URL, databaseUrl: settings.DATABASE_URL };
  // opened together: each waits up to a second when Redis is away
  const open = ({ queue, retention }: (typeof jobCatalog)['webhooks' | 'notifications']) =>
    openQueue(store, queue, retention, log);
  const [webhooks, notifications] = await Promise.all([open(jobCatalog.webhooks), open(jobCatalog.notifications)]);
  const metrics = createMetrics('dashboard', log);
  watchDatabase(metrics, { db, clock: systemClock });
  const { deps, operators } = await wire({ settings, db, log, metrics, queues: { webhooks, notifications } });
  const stopDeleting = deleteExpiredRegularly(db, log);
  const count = requestMetrics(metrics, deps);
  const pages = createServer(LIMITS, buildApp(deps, { health, count }));
  const port = await listen(pages, settings.DASHBOARD_PORT, settings.LISTEN_HOST, 'DASHBOARD_PORT');
  const opsServer = await startOpsServer({
    port: settings.DASHBOARD_OPS_PORT,
    setting: 'DASHBOARD_OPS_PORT',
    host: settings.OPS_HOST ?? settings.LISTEN_HOST,
    token: settings.OPS_TOKEN,
    checks: { database: () => assertWritable(db), schema: () => assertSchema(db) },
    metrics,
  });
  log.info('listening', { port, opsPort: opsServer.port, url: settings.DASHBOARD_URL });

  shutDownOnSignal(log, stopTimeMs(settings), [
    { name: 'stop being ready', run: () => [health.setDraining(), opsServer.setDraining()] },
    { name: 'take requests until the load balancer knows', run: () => pause(settings.DRAIN_DELAY_MS) },
    { name: 'end the streams', run: deps.watcher.stop },
    { name: 'finish requests', run: () => closeServer(pages) },
    { name: 'stop mail and tidying', run: () => [stopDeleting(), deps.mailer?.close()] },
    { name: 'stop what goes on in the background', run: operators.stop },
    { name: 'close the queues', run: () => Promise.all([webhooks.close(), notifications.close()]) },
    { name: 'close the database', run: () => db.$disconnect() },
    { name: 'close the notes of all processes', run: () => notes?.close() },
    { name: 'close the operations port', run: opsServer.close },
  ]);
}

/** Expired sessions and links have no effect any more, so the time of their deletion does not matter. */
function deleteExpiredRegularly(db: Db, log: Log): () => void {
  const run = () =>
    deleteExpired(db).catch((error: unknown) => log.warn('expired rows could not be deleted', errorFields(error)));
  void run();
  const timer = setInterval(run, DELETE_EXPIRED_EVERY_MS);
  return () => clearInterval(timer);
}

main().catch((error) => endUnstarted('dashboard', startFault(error)));
