import { GREATEST_LIMIT } from '@topup/core/account';
import { queuedProducts, synchronousProducts, wordsOf } from '@topup/core/product';
import {
  atLevel,
  confidential,
  duration,
  integer,
  loadSettings,
  oneOf,
  optional,
  text,
  type Values,
  withDefault,
} from '@topup/runtime/settings';
import * as shared from '@topup/settings';

/** Settings of the api process. */
export const apiSettings = {
  ...shared.database,
  ...shared.queueStore,
  ...shared.logging,
  ...shared.tracing,
  ...shared.listening,
  ...shared.draining,
  ...shared.operations,
  ...shared.proxies,
  ...shared.identity,
  ...atLevel('production', {
    STATUS_PAGE: withDefault(
      oneOf('on', 'off'),
      'off',
      'Whether `/status` and `/status.json` of the API show what can be bought now, to anybody. With `off` there are no such paths.',
    ),
  }),
  API_PORT: shared.ports.API_PORT,
  API_OPS_PORT: shared.ports.API_OPS_PORT,
  ...shared.provider,
  ...shared.collections,
  ...shared.collectionCallback,
  ...shared.sending,
  ...shared.bounds,
  ...shared.rateLimits,
  ...shared.webhookTargets,
  ...shared.webhookUrls,
  PURCHASE_WAIT_MS: withDefault(
    duration(),
    '15000',
    `How long the API waits for the outcome of a purchase of ${wordsOf(queuedProducts, 'or')} before it returns 202.`,
  ),
  SYNC_WAIT_MS: withDefault(
    duration(),
    '30000',
    `The same for ${wordsOf(synchronousProducts)}. It is longer, because providers take longer.`,
  ),
  SYNC_CONCURRENCY: withDefault(
    integer(1, 10_000),
    '512',
    `Purchases of ${wordsOf(synchronousProducts)} that one api process may have open, and as many lookups. An account over its quota gets 429, before any debit.`,
  ),
  RATE_LIMIT_FAILED_KEYS: withDefault(
    integer(1, GREATEST_LIMIT),
    '60',
    'Requests without a valid key that one address (IPv6: one /64) may send in a minute. More return 429 instead of 401. Valid keys work from every address.',
  ),
  VTPASS_CALLBACK_SECRET: confidential(
    optional(
      text().pattern(/^[A-Za-z0-9_-]{24,128}$/, 'of 24 to 128 letters, digits, - and _'),
      'VTpass may call `POST /callbacks/vtpass/<this>`, which has the provider asked again about an order or its price list. Without it there is no such path.',
    ),
  ),
};

export type ApiSettings = Values<typeof apiSettings>;

/** @throws SettingsError naming every setting that is missing or wrong */
export const readSettings = (): ApiSettings => loadSettings(apiSettings);
