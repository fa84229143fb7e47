import { flag, withDefault } from '@topup/runtime/settings';

/** The worker applies it when it delivers; api and dashboard when a webhook URL is set. */
export const webhookTargets = {
  WEBHOOK_ALLOW_PRIVATE: withDefault(
    flag(),
    'false',
    'Whether webhooks may go to private and loopback addresses too. For development only.',
  ),
};
