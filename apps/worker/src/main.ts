import { beginOnDatabase, createFence } from '@topup/core/fence';
import { assertSchema, assertWritable, openDatabase, startFault, systemClock } from '@topup/core/shared';
import {
  connectionTo,
  createLog,
  createMetrics,
  createRedisNotes,
  endUnstarted,
  errorFields,
  shutDownOnSignal,
  startOpsServer,
  startTracing,
} from '@topup/runtime';
import { settingWarnings } from '@topup/runtime/settings';
import { masterKeysOf, pools, stopTimeMs } from '@topup/settings';
import { createJobHandlers } from './jobs';
import { openQueues, serveQueues } from './queues';
import { readSettings, workerSettings } from './settings';
import { startGivingUp } from './sweep/sweep-purchases';
import { startSweeper } from './sweep/sweeper';
import { startChores } from './watch/chores';
import { wire } from './wire';

async function main(): Promise<void> {
  const settings = readSettings();
  const log = createLog('worker', settings.LOG_LEVEL);
  for (const warning of settingWarnings(workerSettings, settings)) log.warn(warning);
  const tracing = await startTracing(settings, 'topup-worker', log);
  const onError = (error: Error) => log.warn('a database connection was lost', errorFields(error));
  const notes = settings.REDIS_URL === undefined ? undefined : createRedisNotes(settings.REDIS_URL);
  const fence = createFence({ shared: notes, log, mayRecord: true });
  const server = { ...connectionTo(settings.DATABASE_URL), accept: fence.accept };
  const ours = { ...server, pooler: settings.DATABASE_POOLER, onError };
  const open = (name: keyof typeof pools.worker) => openDatabase({ ...ours, max: pools.worker[name], name });
  const databases = { db: open('topup-worker'), moneyDb: open('topup-worker-money') };
  const masterKeys = masterKeysOf(settings);
  await beginOnDatabase({ db: databases.db, clock: systemClock, log, fence, roleFor: 'service', notes, masterKeys });
  const store = { redisUrl: settings.REDIS_URL, databaseUrl: settings.DATABASE_URL };
  const queues = await openQueues(store, log);
  const metrics = createMetrics('worker', log);
  const { deps, rounds, ready, stopWatching } = wire({ settings, databases, fence, queues, log, metrics, tracing });
  await ready;

  const served = serveQueues(store, settings.WORKER_QUEUES, settings.WORKER_CONCURRENCY, createJobHandlers(deps), log);
  rounds.push(startSweeper(deps), startGivingUp(deps), ...startChores(deps, settings.WEBHOOK_EVENT_DAYS));
  const opsServer = await startOpsServer({
    port: settings.WORKER_OPS_PORT,
    setting: 'WORKER_OPS_PORT',
    host: settings.OPS_HOST ?? settings.LISTEN_HOST,
    token: settings.OPS_TOKEN,
    checks: { database: () => assertWritable(databases.db), schema: () => assertSchema(databases.db) },
    metrics,
  });
  if (settings.WORKER_QUEUES.includes('notifications')) {
    if (deps.sms === null) log.warn('TERMII_* is not set: no token is sent by SMS');
    if (deps.mailer === null) log.warn('SMTP_URL is not set: no mail is sent');
  }
  log.info('working', {
    opsPort: opsServer.port,
    queues: settings.WORKER_QUEUES,
    on: settings.REDIS_URL ? 'redis' : 'postgres',
  });

  // First no new claims. Then a send ends within its timeout, a delivery within its own, and both are settled before
  // the databases close.
  shutDownOnSignal(log, stopTimeMs(settings), [
    { name: 'stop being ready', run: opsServer.setDraining },
    { name: 'stop watching', run: stopWatching },
    {
      name: 'begin nothing new, finish sends and deliveries',
      run: () =>
        Promise.all([
          ...rounds.map((each) => each.stop()),
          deps.waitingRoom.close(),
          ...[deps.rowSales, deps.sends, deps.requeries, deps.webhooks, deps.notifications, deps.mails].map((each) =>
            each.drain(),
          ),
          ...served.map((each) => each.close()),
        ]),
    },
    { name: 'flush settles', run: deps.settler.idle },
    { name: 'close the queues', run: queues.close },
    { name: 'close the databases', run: () => Promise.all(Object.values(databases).map((each) => each.$disconnect())) },
    { name: 'send the last traces', run: () => tracing?.close() },
    { name: 'close the notes of all processes', run: () => notes?.close() },
    { name: 'close the operations port', run: opsServer.close },
  ]);
}

main().catch((error) => endUnstarted('worker', startFault(error)));
