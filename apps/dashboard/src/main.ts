import { createServer } from 'node:http';
import { assertServerIsKnown } from '@topup/core/purchase';
import { jobCatalog } from '@topup/core/queue';
import { assertDatabaseKeepsPromises, type Db, openDatabase } from '@topup/core/shared';
import { deleteExpired } from '@topup/core/user';
import { closeServer, createLog, errorFields, type Log, listen, openQueue, shutDownOnSignal } from '@topup/runtime';
import { buildApp } from './app';
import { createHealth } from './http/health';
import { readSettings } from './settings';
import { wire } from './wire';

const CONNECTIONS = 10;
const FORGET_EVERY_MS = 3_600_000;
/** A request is a page's; who needs longer for one than this holds a connection for nothing. The second is longer than the 60 s of load balancers. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

async function main(): Promise<void> {
  const settings = readSettings();
  const log = createLog('dashboard', settings.LOG_LEVEL);
  const onError = (error: Error) => log.warn('a database connection was lost', errorFields(error));
  const db = openDatabase({ url: settings.DATABASE_URL, max: CONNECTIONS, name: 'topup-dashboard', onError });
  await assertDatabaseKeepsPromises(db);
  await assertServerIsKnown(db);
  const health = createHealth(db);
  const store = { redisUrl: settings.REDIS_URL, databaseUrl: settings.DATABASE_URL };
  // at the same time: each waits up to a second for a Redis that is away
  const open = ({ queue, retention }: (typeof jobCatalog)['webhooks' | 'notifications']) =>
    openQueue(store, queue, retention, log);
  const [webhooks, notifications] = await Promise.all([open(jobCatalog.webhooks), open(jobCatalog.notifications)]);
  const { deps, operators } = await wire({ settings, db, log, queues: { webhooks, notifications } });
  const stopForgetting = forgetRegularly(db, log);
  const server = createServer(LIMITS, buildApp(deps, health, operators.board));
  const port = await listen(server, settings.DASHBOARD_PORT, settings.LISTEN_HOST);
  log.info('listening', { port, url: settings.DASHBOARD_URL });

  shutDownOnSignal(log, settings.PROVIDER_TIMEOUT_MS + 15_000, [
    { name: 'stop being ready', run: health.setDraining },
    { name: 'finish requests', run: () => closeServer(server) },
    { name: 'stop mail and tidying', run: () => [stopForgetting(), deps.mailer?.close()] },
    { name: 'stop what goes on in the background', run: operators.stop },
    { name: 'close the queues', run: () => Promise.all([webhooks.close(), notifications.close()]) },
    { name: 'close the database', run: () => db.$disconnect() },
  ]);
}

/** What is over does nothing, so when it goes does not matter. */
function forgetRegularly(db: Db, log: Log): () => void {
  const forget = () =>
    deleteExpired(db).catch((error: unknown) => log.warn('what is over could not be deleted', errorFields(error)));
  void forget();
  const timer = setInterval(forget, FORGET_EVERY_MS);
  return () => clearInterval(timer);
}

main().catch((error) => {
  process.stderr.write(`dashboard: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
