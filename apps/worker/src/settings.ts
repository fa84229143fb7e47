import { queueNames } from '@topup/core/queue';
import {
  allOrNone,
  confidential,
  decimal,
  duration,
  integer,
  listOf,
  loadSettings,
  optional,
  text,
  url,
  type Values,
  withDefault,
  withRule,
} from '@topup/runtime/settings';
import * as shared from '@topup/settings';

/** Termii sends prepaid tokens by SMS. */
const termii = {
  TERMII_BASE_URL: withRule(
    optional(
      url('https', 'http'),
      'Termii, for prepaid tokens by SMS, such as https://v3.api.termii.com. When unset, no token is sent by SMS: each is `skipped`.',
    ),
    allOrNone(['TERMII_BASE_URL', 'TERMII_API_KEY', 'TERMII_SENDER_ID'], 'TERMII_*'),
  ),
  TERMII_API_KEY: confidential(optional(text(), 'The key of the Termii account.')),
  TERMII_SENDER_ID: optional(
    text().pattern(/^[A-Za-z0-9 ]{3,11}$/),
    'The sender that Termii has approved: 3 to 11 letters, digits and spaces.',
  ),
};

export type TermiiSettings = Values<typeof termii>;

/** What the worker process reads. */
export const workerSettings = {
  ...shared.database,
  ...shared.queueStore,
  ...shared.logging,
  ...shared.tracing,
  ...shared.masterKey,
  ...shared.previousMasterKey,
  ...shared.listening,
  ...shared.operations,
  WORKER_OPS_PORT: shared.ports.WORKER_OPS_PORT,
  ...shared.provider,
  ...shared.sending,
  ...shared.webhookTargets,
  WORKER_QUEUES: withDefault(
    listOf(queueNames),
    queueNames.join(','),
    'The queues that this worker serves. A worker sweeps only for the queues it serves.',
  ),
  WORKER_CONCURRENCY: withDefault(
    integer(1, 10_000),
    '512',
    'How many orders one worker may have open at the provider at a time; counted apart, how many webhook deliveries; and half as many requeries.',
  ),
  SWEEP_INTERVAL_MS: withDefault(
    duration(),
    '500',
    'How often each worker looks in the database for work that no job announced.',
  ),
  ...shared.eventRetention,
  ...shared.floatAlerts,
  CATALOGUE_SYNC_MINUTES: withDefault(
    decimal(0, 720),
    '30',
    'How often the workers read the provider’s data plans and costs, one worker at a time, and one tenth earlier or later. They also do so at once when the provider announces new ones (VTPASS_CALLBACK_SECRET), or the console or `ops` reads any. 0: only then.',
  ),
  DAILY_LOSS_CAP_NAIRA: withDefault(
    integer(0, 1_000_000_000),
    '10000',
    'Where selling a data plan below cost was allowed: how many naira that may lose in a day of Lagos. Then all those plans are on hold until the next day. 0: they are on hold after the first loss.',
  ),
  ...termii,
  ...shared.mail,
};

export type WorkerSettings = Values<typeof workerSettings>;

/** @throws SettingsError naming every setting that is missing or wrong */
export const readSettings = (): WorkerSettings => loadSettings(workerSettings);
