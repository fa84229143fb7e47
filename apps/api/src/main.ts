import { setTimeout as pause } from 'node:timers/promises';
import { beginOnDatabase, createFence } from '@topup/core/fence';
import { ACCEPT_QUERY_TIMEOUT_MS } from '@topup/core/purchase';
import { assertSchema, assertWritable, openDatabase, startFault, systemClock } from '@topup/core/shared';
import {
  closeServer,
  connectionTo,
  createLog,
  createMetrics,
  createRedisNotes,
  endUnstarted,
  errorFields,
  listen,
  shutDownOnSignal,
  startOpsServer,
  startTracing,
} from '@topup/runtime';
import { settingWarnings } from '@topup/runtime/settings';
import { pools, stopTimeMs } from '@topup/settings';
import { buildApp } from './app';
import { createPublicServer } from './http/public-server';
import { watchQueueDepth } from './metrics';
import { openQueues } from './queues';
import { apiSettings, readSettings } from './settings';
import { wire } from './wire';

const READ_TIMEOUT_MS = 1_500; // for a database that does not answer while a client waits
/** How long idle connections stay open when the process stops: a client may be sending a request on one. */
const IDLE_CONNECTIONS_MS = 1_000;

async function main(): Promise<void> {
  const settings = readSettings();
  const log = createLog('api', settings.LOG_LEVEL);
  for (const warning of settingWarnings(apiSettings, settings)) log.warn(warning);
  const tracing = await startTracing(settings, 'topup-api', log);
  const onError = (error: Error) => log.warn('a database connection was lost', errorFields(error));
  const notes = settings.REDIS_URL === undefined ? undefined : createRedisNotes(settings.REDIS_URL);
  const fence = createFence({ shared: notes, log, mayRecord: true });
  const server = { ...connectionTo(settings.DATABASE_URL), accept: fence.accept };
  const ours = { ...server, pooler: settings.DATABASE_POOLER, onError };
  const open = (name: keyof typeof pools.api, queryTimeoutMs?: number) =>
    openDatabase({ ...ours, max: pools.api[name], name, ...(queryTimeoutMs && { queryTimeoutMs }) });
  const databases = {
    db: open('topup-api', READ_TIMEOUT_MS),
    acceptDb: open('topup-api-money', ACCEPT_QUERY_TIMEOUT_MS),
    sendDb: open('topup-api-send'),
    requestLogDb: open('topup-api-requests'),
  };
  await beginOnDatabase({ db: databases.db, clock: systemClock, log, fence, roleFor: 'service', notes });
  const store = { redisUrl: settings.REDIS_URL, databaseUrl: settings.DATABASE_URL };
  const queues = await openQueues(store, log);
  const metrics = createMetrics('api', log);
  watchQueueDepth(metrics, queues);
  const { deps, accepter, settler, authenticator, requestLog, ready, stopWatching } = wire({
    settings,
    databases,
    fence,
    queues,
    log,
    metrics,
    tracing,
  });
  await ready;

  const publicServer = createPublicServer(buildApp(deps), log);
  const opsServer = await startOpsServer({
    port: settings.API_OPS_PORT,
    setting: 'API_OPS_PORT',
    host: settings.OPS_HOST ?? settings.LISTEN_HOST,
    token: settings.OPS_TOKEN,
    checks: { database: () => assertWritable(databases.db), schema: () => assertSchema(databases.db) },
    metrics,
  });
  const port = await listen(publicServer, settings.API_PORT, settings.LISTEN_HOST, 'API_PORT');
  log.info('listening', { port, opsPort: opsServer.port, queues: settings.REDIS_URL ? 'redis' : 'postgres' });

  // Clients get answers within their window; what was sent for them ends within its timeout and is settled.
  shutDownOnSignal(log, stopTimeMs(settings), [
    { name: 'stop being ready', run: opsServer.setDraining },
    { name: 'take requests until the load balancer knows', run: () => pause(settings.DRAIN_DELAY_MS) },
    { name: 'end event streams', run: deps.eventStreams.close },
    { name: 'end waits for changes', run: deps.changeWatch.close },
    { name: 'finish requests', run: () => closeServer(publicServer, IDLE_CONNECTIONS_MS) },
    { name: 'finish accepts', run: accepter.idle },
    {
      name: 'finish sends and requeries',
      run: () => Promise.all([deps.sender.drain(), deps.requeries.drain()]),
    },
    { name: 'flush settles', run: settler.idle },
    { name: 'stop waiting', run: deps.waiter.close },
    { name: 'stop confirming keys', run: authenticator.close },
    { name: 'flush the request log', run: requestLog.close },
    { name: 'close queues', run: () => Promise.all([stopWatching(), queues.close(), deps.rateLimits.limiter.close()]) },
    { name: 'close the databases', run: () => Promise.all(Object.values(databases).map((each) => each.$disconnect())) },
    { name: 'send the last traces', run: () => tracing?.close() },
    { name: 'close the notes of all processes', run: () => notes?.close() },
    { name: 'close the operations port', run: opsServer.close },
  ]);
}

main().catch((error) => endUnstarted('api', startFault(error)));
