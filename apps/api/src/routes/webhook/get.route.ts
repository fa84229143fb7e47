import { getWebhookUrl } from '@topup/core/account';
import { askTwice } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { arrivalOf, callerOf } from '../../http/request-context';

/** GET /v1/webhook/get: the account's webhook URL, null when none is set. */
export function getWebhook({ db, clock }: Deps): RequestHandler {
  return async (_request, response) => {
    const { accountId } = callerOf(response);
    const webhook_url = await askTwice(clock, () => getWebhookUrl(db, accountId), arrivalOf(response));
    response.json({
      status: 'success',
      message: webhook_url === null ? 'No webhook URL is set.' : 'Current webhook URL.',
      data: { webhook_url },
    });
  };
}
