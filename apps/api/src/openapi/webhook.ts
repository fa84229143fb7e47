import { webhookSettings } from '../routes/webhook/webhook.route';
import { success } from './answers';
import type { Resource } from './document';
import { bodyOf } from './endpoints';
import { errorsOfGet, errorsOfPost } from './errors';
import { object, ref } from './schemas';

const url = { webhook_url: 'https://shop.example.com/topup-events' };

export const webhook: Resource = {
  tag: { name: 'Webhooks', description: 'The URL to which the events of the account are sent.' },
  endpoints: {
    'POST /v1/webhook/set': {
      operationId: 'setWebhook',
      summary: 'Set the webhook URL',
      description:
        'Replaces the current URL, or removes it with null. Private, loopback and link-local addresses are not ' +
        'allowed. They are checked here and again when a connection is made. The port is 443, 80 or one above 1023. ' +
        'An operator can decide that new URLs must be https.',
      requestBody: bodyOf('WebhookSettings', {
        url: { summary: 'An HTTPS URL', value: url },
        none: { summary: 'No URL any more', value: { webhook_url: null } },
      }),
      responses: {
        200: success('The URL is set. For an http URL, `message` has a warning.', ref('CurrentWebhookUrl'), {
          message: 'Webhook URL set.',
          data: url,
        }),
        ...errorsOfPost({
          codes: ['key_scope', 'overloaded'],
          detail: 'webhook_url must be an absolute http or https URL',
        }),
      },
    },
    'GET /v1/webhook/get': {
      operationId: 'getWebhook',
      summary: 'Read the webhook URL',
      description: 'The URL to which events are sent, or null when none is set.',
      responses: {
        200: success('The URL.', ref('CurrentWebhookUrl'), { message: 'Current webhook URL.', data: url }),
        ...errorsOfGet(),
      },
    },
  },
  schemas: {
    WebhookSettings: webhookSettings.schema,
    CurrentWebhookUrl: object({ webhook_url: { type: ['string', 'null'] } }),
  },
};
