import { duration, integer, loadSettings, optional, text, type Values, withDefault } from '@topup/runtime/settings';
import {
  bounds,
  database,
  listening,
  logging,
  ports,
  provider,
  queueStore,
  sending,
  webhookTargets,
} from '@topup/settings';

/** What the api process reads. */
export const apiSettings = {
  ...database,
  ...queueStore,
  ...logging,
  ...listening,
  API_PORT: ports.API_PORT,
  API_OPS_PORT: ports.API_OPS_PORT,
  ...provider,
  ...sending,
  ...bounds,
  ...webhookTargets,
  PURCHASE_WAIT_MS: withDefault(
    duration(),
    '15000',
    'The window of an airtime or data purchase: how long the API waits for its outcome before it answers 202.',
  ),
  SYNC_WAIT_MS: withDefault(
    duration(),
    '30000',
    'The window of a cable TV or electricity purchase. It is longer, because the provider takes longer to answer.',
  ),
  SYNC_CONCURRENCY: withDefault(
    integer(1, 10_000),
    '512',
    'How many cable TV and electricity purchases one api process may have open at a time, and, counted apart, how many lookups. An account that has its share of them open is answered 429, before any debit.',
  ),
  RATE_LIMIT_PER_MINUTE: withDefault(
    integer(0, 1_000_000),
    '0',
    'How many requests under /v1 one API key may make in a minute. With REDIS_URL all api processes count together, otherwise each for itself. 0: no limit.',
  ),
  VTPASS_CALLBACK_SECRET: optional(
    text().pattern(/^[A-Za-z0-9_-]{24,128}$/, 'of 24 to 128 letters, digits, - and _'),
    'When set, VTpass may call POST /callbacks/vtpass/<this>; a call only makes us requery. When unset, there is no such path.',
  ),
};

export type ApiSettings = Values<typeof apiSettings>;

/** @throws SettingsError naming every setting that is missing or wrong */
export const readSettings = (): ApiSettings => loadSettings(apiSettings);
