import { getWebhookUrl } from '@topup/core/account';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { callerOf } from '../../http/request-context';

/** GET /v1/webhook/get: the account's webhook URL, null when none is set. */
export function getWebhook({ db }: Deps): RequestHandler {
  return async (_request, response) => {
    const webhook_url = await getWebhookUrl(db, callerOf(response).accountId);
    response.json({
      status: 'success',
      message: webhook_url === null ? 'No webhook URL is set.' : 'Current webhook URL.',
      data: { webhook_url },
    });
  };
}
