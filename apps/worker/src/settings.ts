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
      'Where Termii is, such as `https://v3.api.termii.com`: it sends prepaid tokens by SMS. Without it no token is sent by SMS.',
    ),
    allOrNone(['TERMII_BASE_URL', 'TERMII_API_KEY', 'TERMII_SENDER_ID'], 'TERMII_*'),
  ),
  TERMII_API_KEY: confidential(optional(text(), 'The key of the Termii account. Set all three of `TERMII_*` or none.')),
  TERMII_SENDER_ID: optional(
    text().pattern(/^[A-Za-z0-9 ]{3,11}$/),
    'The sender that Termii has approved: 3 to 11 letters, digits and spaces.',
  ),
};

export type TermiiSettings = Values<typeof termii>;

/** Settings of the worker process. */
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
    'The queues that this worker serves, and sweeps for.',
  ),
  WORKER_CONCURRENCY: withDefault(
    integer(1, 10_000),
    '512',
    'Orders that one worker may have open at providers. It may have as many webhook deliveries open, and half as many requeries.',
  ),
  SWEEP_INTERVAL_MS: withDefault(
    duration(),
    '500',
    'How often each worker searches the database for work whose job was lost.',
  ),
  ...shared.eventRetention,
  ...shared.floatAlerts,
  CATALOGUE_SYNC_MINUTES: withDefault(
    decimal(0, 720),
    '30',
    'How often one of the workers reads the data plans and their costs from the providers. 0: only when VTpass announces new ones, or an operator reads them.',
  ),
  DAILY_LOSS_CAP_NAIRA: withDefault(
    integer(0, 1_000_000_000),
    '10000',
    'Maximum loss in a Lagos day, in naira, on what you allowed to sell below cost. Then such data plans are on hold, and purchases with such a discount are refused, until the next day. 0: after the first loss.',
  ),
  ...termii,
  ...shared.identity,
  ...shared.mail,
  ...shared.collections,
  ...shared.collectionMost,
};

export type WorkerSettings = Values<typeof workerSettings>;

/** @throws SettingsError naming every setting that is missing or wrong */
export const readSettings = (): WorkerSettings => loadSettings(workerSettings);
