import { setWebhookUrlByKey } from '@topup/core/account';
import { AppError } from '@topup/core/errors';
import { webhookUrlFault } from '@topup/core/webhook';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { field, readFields, requestBody } from '../../http/fields';
import { bodyOf, callerOf, requestIdOf } from '../../http/request-context';

export const webhookSettings = requestBody({
  webhook_url: field.text(
    2_048,
    'A publicly reachable http or https URL without user name and password. HTTPS is recommended.',
  ),
});

/** POST /v1/webhook/set: the account's one webhook URL, replacing any before. */
export function setWebhook(deps: Deps): RequestHandler {
  return async (request, response) => {
    const { webhook_url } = readFields(webhookSettings, bodyOf(request));
    const fault = webhookUrlFault(webhook_url, deps.settings.allowPrivateWebhooks);
    if (fault !== null) throw new AppError('validation_failed', `webhook_url ${fault}`);
    const origin = { address: request.ip ?? null, requestId: requestIdOf(response) };
    if (!(await setWebhookUrlByKey(deps.db, callerOf(response), origin, webhook_url)))
      throw new AppError('unauthorized');
    response.json({ status: 'success', message: 'Webhook URL set.', data: { webhook_url } });
  };
}
