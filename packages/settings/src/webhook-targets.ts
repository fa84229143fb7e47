import { flag, withDefault } from '@topup/runtime/settings';

/** The worker applies it when it delivers; api and dashboard when a webhook URL is set. */
export const webhookTargets = {
  WEBHOOK_ALLOW_PRIVATE: withDefault(
    flag(),
    'false',
    'Whether webhooks may go to private and loopback addresses too, but never to the metadata of a cloud. For development only.',
  ),
};

/** api and dashboard apply it when a webhook URL is set. A URL that was set before keeps its events. */
export const webhookUrls = {
  WEBHOOK_REQUIRE_HTTPS: withDefault(
    flag(),
    'false',
    'Whether a new webhook URL must be https. When false, http is accepted with a warning.',
  ),
};
