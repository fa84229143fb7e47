import type { Case } from './case';

const webhooks = (result: string) => `topup_webhook_deliveries_total{result="${result}",instance="worker-1"}`;
const messages = (result: string) => `topup_notifications_total{result="${result}",instance="worker-1"}`;

/** Cases of the alerts on what clients and their customers are sent. */
export const clients: Case[] = [
  {
    alert: 'WebhooksFail',
    firing: { [webhooks('failed')]: '0+2x30', [webhooks('refused')]: '0+1x30', [webhooks('delivered')]: '0+1x30' },
    summary: '75% of the webhooks are not delivered.',
    quiet: {
      'one in four': { [webhooks('refused')]: '0+1x30', [webhooks('delivered')]: '0+3x30' },
      'few webhooks': { [webhooks('refused')]: '0+1x30' },
    },
    at: '30m',
    notYet: '9m',
  },
  {
    alert: 'TokensNotSent',
    firing: { [messages('given_up')]: '0x10 1x10' },
    summary: 'The worker gave up sending a token by SMS.',
    quiet: { 'put off': { [messages('put_off')]: '0+1x20', [messages('given_up')]: '0x20' } },
  },
  {
    alert: 'WebhooksWait',
    firing: {
      'topup_oldest_webhook_seconds{instance="worker-1"}': '601x20',
      'topup_oldest_webhook_seconds{instance="worker-2"}': '601x20',
    },
    summary: 'A webhook has waited 10m 1s to be sent.',
    quiet: { 'ten minutes': { 'topup_oldest_webhook_seconds{instance="worker-1"}': '600x20' } },
  },
];
