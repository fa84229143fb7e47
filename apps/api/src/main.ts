import { createServer } from 'node:http';
import {
  ACCEPT_CONNECTIONS,
  assertDatabaseKeepsPromises,
  createAccepter,
  createAuthenticate,
  jobCatalog,
  openDatabase,
  systemClock,
} from '@topup/core';
import {
  closeServer,
  createLog,
  errorFields,
  listen,
  loadSettings,
  openQueue,
  shutDownOnSignal,
  startOpsServer,
  watchQueue,
} from '@topup/runtime';
import { buildApp } from './app';
import type { Deps } from './deps';
import { createPurchaseWaiter } from './wait/purchase-waiter';

const GRACE_MS = 30_000; // in-flight requests end within their 15 s

async function main(): Promise<void> {
  const settings = loadSettings([
    'DATABASE_URL',
    'REDIS_URL',
    'LOG_LEVEL',
    'API_PORT',
    'API_OPS_PORT',
    'LISTEN_HOST',
    'PURCHASE_WAIT_MS',
    'WEBHOOK_ALLOW_PRIVATE',
    'AIRTIME_BOUNDS',
  ]);
  const log = createLog('api', settings.LOG_LEVEL);
  const clock = systemClock;
  const onError = (error: Error) => log.warn('a database connection was lost', errorFields(error));
  const url = settings.DATABASE_URL;
  const db = openDatabase({ url, max: 10, name: 'topup-api', onError });
  const moneyDb = openDatabase({ url, max: ACCEPT_CONNECTIONS, name: 'topup-api-money', onError });
  await assertDatabaseKeepsPromises(db);

  const store = { redisUrl: settings.REDIS_URL, databaseUrl: url };
  const airtime = await openQueue(store, jobCatalog.airtime.queue, jobCatalog.airtime.retention, log);
  const webhooks = await openQueue(store, jobCatalog.webhooks.queue, jobCatalog.webhooks.retention, log);
  const wakeForEvent = webhooks.wake;
  const waiter = createPurchaseWaiter({ db, clock, log, wakeForEvent });
  const events = watchQueue(store, jobCatalog.airtime.queue, waiter.wake, log);
  const accepter = createAccepter({ db: moneyDb, clock, windowMs: settings.PURCHASE_WAIT_MS + 5_000 });

  const deps: Deps = {
    db,
    clock,
    log,
    accepter,
    waiter,
    wakeForEvent,
    provider: { name: 'vtpass' },
    authenticate: createAuthenticate({ db, clock }),
    wakeForPurchase: (_product, id) => airtime.wake(id),
    settings: {
      purchaseWaitMs: settings.PURCHASE_WAIT_MS,
      allowPrivateWebhooks: settings.WEBHOOK_ALLOW_PRIVATE,
      airtimeBounds: settings.AIRTIME_BOUNDS,
    },
  };

  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 },
    buildApp(deps),
  );
  const opsServer = await startOpsServer({
    port: settings.API_OPS_PORT,
    host: settings.LISTEN_HOST,
    checks: { database: () => db.$queryRaw`SELECT 1` },
  });
  const port = await listen(server, settings.API_PORT, settings.LISTEN_HOST);
  log.info('listening', { port, opsPort: opsServer.port, queues: store.redisUrl ? 'redis' : 'postgres' });

  shutDownOnSignal(log, GRACE_MS, [
    { name: 'stop being ready', run: opsServer.setDraining },
    { name: 'finish requests', run: () => closeServer(server) },
    { name: 'finish accepts', run: accepter.idle },
    { name: 'stop waiting', run: waiter.close },
    { name: 'close queues', run: () => Promise.all([events, airtime, webhooks].map((queue) => queue.close())) },
    { name: 'close the database', run: () => Promise.all([db, moneyDb].map((each) => each.$disconnect())) },
    { name: 'close the operations port', run: opsServer.close },
  ]);
}

main().catch((error) => {
  process.stderr.write(`api: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
