import { webhookSettings } from '../routes/webhook/set.route';
import { success } from './answers';
import type { Resource } from './document';
import { errorsOfPost, errorsOfRead } from './errors';
import { closed, ref } from './schemas';

const url = { webhook_url: 'https://shop.example.com/topup-events' };

export const webhook: Resource = {
  tag: { name: 'Webhooks', description: 'The one URL of the account that events are sent to.' },
  paths: {
    '/v1/webhook/set': {
      post: {
        operationId: 'setWebhook',
        tags: ['Webhooks'],
        summary: 'Set the webhook URL',
        description:
          'Replaces the one before. Private, loopback and link-local addresses are refused, here and again when the connection is made.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: ref('WebhookSettings'),
              examples: { url: { summary: 'An HTTPS URL', value: url } },
            },
          },
        },
        responses: {
          200: success('The URL is set.', ref('WebhookUrl'), { message: 'Webhook URL set.', data: url }),
          ...errorsOfPost({ detail: 'webhook_url must be an absolute http or https URL' }),
        },
      },
    },
    '/v1/webhook/get': {
      get: {
        operationId: 'getWebhook',
        tags: ['Webhooks'],
        summary: 'Read the webhook URL',
        description: 'The URL that events are sent to, null when none was set.',
        responses: {
          200: success('The URL.', ref('CurrentWebhookUrl'), { message: 'Current webhook URL.', data: url }),
          ...errorsOfRead(),
        },
      },
    },
  },
  schemas: {
    WebhookSettings: webhookSettings.schema,
    WebhookUrl: closed({ webhook_url: { type: 'string' } }),
    CurrentWebhookUrl: closed({ webhook_url: { type: ['string', 'null'] } }),
  },
};
