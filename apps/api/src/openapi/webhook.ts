import { webhookSettings } from '../routes/webhook/webhook.route';
import { success } from './answers';
import type { Resource } from './document';
import { bodyOf } from './endpoints';
import { errorsOfGet, errorsOfPost } from './errors';
import { object, ref } from './schemas';

const url = { webhook_url: 'https://shop.example.com/topup-events' };

export const webhook: Resource = {
  tag: { name: 'Webhooks', description: 'The URL that receives the events of the account.' },
  endpoints: {
    'POST /v1/webhook/set': {
      operationId: 'setWebhook',
      summary: 'Set the webhook URL',
      description:
        'Replaces the current URL, or removes it if you send null. The service rejects private, loopback and link-local ' +
        'addresses, here and again when it connects. The port is 443, 80, or above 1023. The service can require https ' +
        'for new URLs.',
      requestBody: bodyOf('WebhookSettings', {
        url: { summary: 'An HTTPS URL', value: url },
        none: { summary: 'No URL', value: { webhook_url: null } },
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
      description: 'Returns the URL that receives the events, or null if none is set.',
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
