import { apiSettings } from '@topup/api/settings';
import { dashboardSettings } from '@topup/dashboard/settings';
import { DEFAULT_DATA_DIR, type Schema, type Section, text, withDefault } from '@topup/runtime/settings';
import {
  backup,
  bounds,
  dashboardAddress,
  database,
  draining,
  eventRetention,
  guard,
  listening,
  logging,
  masterKey,
  operations,
  personalData,
  ports,
  previousMasterKey,
  provider,
  proxies,
  queueStore,
  rateLimits,
  sending,
  tracing,
  webhookTargets,
  webhookUrls,
} from '@topup/settings';
import { workerSettings } from '@topup/worker/settings';

/**
 * Every setting of the services, in the order of `.env.example`.
 * What several processes share comes before what one process alone reads.
 */
export const sections: Section[] = [
  { title: 'The database and the queues', settings: { ...database, ...queueStore } },
  { title: 'What an operator may move without a second one, for `db:migrate`', settings: guard },
  { title: 'The master key, for worker, dashboard and ops', settings: { ...masterKey, ...previousMasterKey } },
  {
    title: 'Ports and the log',
    settings: { ...listening, ...draining, ...operations, ...ports, ...proxies, ...logging },
  },
  { title: 'Traces, under the names of OpenTelemetry', settings: tracing },
  { title: 'The provider', settings: provider },
  { title: 'Sending and requerying', settings: sending },
  {
    title: 'What clients may buy, and where webhooks may go',
    settings: { ...bounds, ...webhookTargets, ...webhookUrls },
  },
  { title: 'How many requests an account may make', settings: rateLimits },
  { title: 'How long data is kept', settings: { ...eventRetention, ...personalData } },
  { title: 'The api process', settings: apiSettings },
  { title: 'The worker process', settings: workerSettings },
  { title: 'The dashboard', settings: { ...dashboardAddress, ...dashboardSettings } },
  { title: 'Backups, for `ops backup`', settings: backup },
  {
    title: 'npm start',
    settings: {
      DATA_DIR: withDefault(
        text(),
        DEFAULT_DATA_DIR,
        'Where npm start keeps its stores. Its runtime.json is read for every setting that the environment leaves out.',
      ),
    },
  },
];

/** The same by name. */
export const everySetting: Schema = Object.assign({}, ...sections.map(({ settings }) => settings));
