import { GREATEST_LIMIT } from '@topup/core/account';
import {
  confidential,
  duration,
  integer,
  loadSettings,
  optional,
  text,
  type Values,
  withDefault,
} from '@topup/runtime/settings';
import * as shared from '@topup/settings';

/** What the api process reads. */
export const apiSettings = {
  ...shared.database,
  ...shared.queueStore,
  ...shared.logging,
  ...shared.tracing,
  ...shared.listening,
  ...shared.draining,
  ...shared.operations,
  ...shared.proxies,
  API_PORT: shared.ports.API_PORT,
  API_OPS_PORT: shared.ports.API_OPS_PORT,
  ...shared.provider,
  ...shared.sending,
  ...shared.bounds,
  ...shared.rateLimits,
  ...shared.webhookTargets,
  ...shared.webhookUrls,
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
    'How many cable TV and electricity purchases one api process may have open at a time, and, counted apart, how many lookups. An account that has its quota of them open is answered 429, before any debit.',
  ),
  RATE_LIMIT_FAILED_KEYS: withDefault(
    integer(1, GREATEST_LIMIT),
    '60',
    'How many requests without a valid API key one address (IPv6: one /64) may make in a minute before they are answered 429 instead of 401. Requests with a valid key are served from every address.',
  ),
  VTPASS_CALLBACK_SECRET: confidential(
    optional(
      text().pattern(/^[A-Za-z0-9_-]{24,128}$/, 'of 24 to 128 letters, digits, - and _'),
      'When set, VTpass may call POST /callbacks/vtpass/<this>; a call only makes us requery. When unset, there is no such path.',
    ),
  ),
};

export type ApiSettings = Values<typeof apiSettings>;

/** @throws SettingsError naming every setting that is missing or wrong */
export const readSettings = (): ApiSettings => loadSettings(apiSettings);
