import { atLevel, flag, withDefault, withRisk } from '@topup/runtime/settings';

/** How long one delivery may take in all, in milliseconds: the customers' document says 10 s. */
export const DELIVERY_TIMEOUT_MS = 10_000;

/** The worker applies it when it delivers; api and dashboard when a webhook URL is set. */
export const webhookTargets = atLevel('development', {
  WEBHOOK_ALLOW_PRIVATE: withRisk(
    withDefault(
      flag(),
      'false',
      'Whether webhooks may go to private and loopback addresses. They never go to the metadata of a cloud.',
    ),
    (allowed) => (allowed ? 'is true: clients can have requests sent to your own network' : undefined),
  ),
});

/** api and dashboard apply it when a webhook URL is set. A URL that was set before keeps its events. */
export const webhookUrls = atLevel('production', {
  WEBHOOK_REQUIRE_HTTPS: withDefault(
    flag(),
    'false',
    'Whether a new webhook URL must be https. Otherwise http is accepted with a warning.',
  ),
});
