import { apiSettings } from '@topup/api/settings';
import { dashboardSettings } from '@topup/dashboard/settings';
import {
  atLevel,
  DEFAULT_DATA_DIR,
  flag,
  integer,
  optional,
  type Schema,
  text,
  url,
  withDefault,
} from '@topup/runtime/settings';
import * as shared from '@topup/settings';
import { workerSettings } from '@topup/worker/settings';

/** The sandbox reads these on its own, and never from `runtime.json`. */
const sandbox = atLevel('development', {
  SANDBOX_HOST: withDefault(
    text(),
    '127.0.0.1',
    'The address to listen on. With any other value, other machines can use the calls that only steer the sandbox.',
  ),
  SANDBOX_PORT: shared.ports.SANDBOX_PORT,
  SANDBOX_FILE: optional(
    text(),
    'The file that keeps what the sandbox did. `npm start` sets `$DATA_DIR/sandbox.jsonl`.',
  ),
  SANDBOX_PENDING_REQUERIES: withDefault(
    integer(0, 1_000_000),
    '2',
    'Requeries that still return pending before outcomes 02 and 03 settle, or before outcome 13 has its token.',
  ),
  SANDBOX_DUPLICATE_WINDOW_MS: withDefault(
    integer(0, 86_400_000),
    '0',
    'How long VTpass rejects a second order for the same recipient and amount, with code 019. 0: never.',
  ),
  SANDBOX_VENDS_EVERY_POST: withDefault(
    flag(),
    'false',
    'Whether a repeated reference is delivered again: a provider without protection against duplicates.',
  ),
  SANDBOX_CALLBACK_URL: optional(url('https', 'http'), 'Gets the callback of a VTpass order that you settle by hand.'),
  SANDBOX_NOTICE_URL: optional(url('https', 'http'), 'Gets the notices of transfers into accounts of Monnify.'),
});

/** Which settings each program reads. */
export const readers: Readonly<Record<string, Schema>> = {
  api: apiSettings,
  worker: workerSettings,
  dashboard: dashboardSettings,
  ops: {
    ...shared.database,
    ...shared.queueStore,
    ...shared.masterKey,
    ...shared.previousMasterKey,
    ...shared.provider,
    ...shared.collections,
    ...shared.dashboardAddress,
    ...shared.operationsPorts,
    ...shared.personalData,
  },
  'db:migrate': { ...shared.database, ...shared.queueStore, ...shared.guard },
  'db:grant': { ...shared.database, ...shared.queueStore, ...shared.rolePassword },
  sandbox,
  'npm start': atLevel('development', {
    DATA_DIR: withDefault(
      text(),
      DEFAULT_DATA_DIR,
      'Where `npm start` keeps its stores. Every process reads the settings that its environment lacks from `runtime.json` there.',
    ),
  }),
};

/** Every setting of the services, by name. */
export const everySetting: Schema = Object.assign({}, ...Object.values(readers));
