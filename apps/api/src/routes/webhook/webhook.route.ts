import { getWebhookUrl } from '@topup/core/account';
import { AppError } from '@topup/core/errors';
import { askTwice } from '@topup/core/shared';
import { changeWebhookUrlByKey, webhookUrlFault, webhookUrlWarning } from '@topup/core/webhook';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { field, readFields, requestBody } from '../../http/fields';
import { limitWebhookChanges } from '../../http/rate-limited';
import { bodyOf, callerOf, contextOf } from '../../http/request-context';

export const webhookSettings = requestBody({
  webhook_url: field.orNull(
    field.text(
      2_048,
      'A public http or https URL without user name and password. The port is 443, 80, or above 1023. Use https: for an http URL, `message` has a warning. Null removes the URL, and no events are sent.',
    ),
  ),
});

/** POST /v1/webhook/set: the account's one webhook URL, replacing any before. Null removes it. */
export function setWebhook(deps: Deps): RequestHandler {
  return async (request, response) => {
    const { webhook_url } = readFields(webhookSettings, bodyOf(request));
    const { WEBHOOK_ALLOW_PRIVATE: allowPrivate, WEBHOOK_REQUIRE_HTTPS: requireHttps } = deps.settings;
    const fault = webhook_url === null ? null : webhookUrlFault(webhook_url, { allowPrivate, requireHttps });
    if (fault !== null) throw new AppError('validation_failed', `webhook_url ${fault}`);
    await limitWebhookChanges(deps, response);
    const origin = { address: request.ip ?? null, requestId: contextOf(response).requestId };
    const caller = callerOf(response);
    const set = () => changeWebhookUrlByKey(deps.db, caller, origin, webhook_url);
    if (!(await deps.changeInTurns(caller.accountId, set))) throw new AppError('unauthorized');
    response.json({ status: 'success', message: messageOf(webhook_url), data: { webhook_url } });
  };
}

function messageOf(url: string | null): string {
  if (url === null) return 'Webhook URL removed. No events are sent.';
  const warning = webhookUrlWarning(url);
  return warning === null ? 'Webhook URL set.' : `Webhook URL set. ${warning}`;
}

/** GET /v1/webhook/get: the account's webhook URL, null when none is set. */
export function getWebhook({ db, clock }: Deps): RequestHandler {
  return async (_request, response) => {
    const { accountId } = callerOf(response);
    const webhook_url = await askTwice(clock, () => getWebhookUrl(db, accountId), contextOf(response).arrivedAtMs);
    response.json({
      status: 'success',
      message: webhook_url === null ? 'No webhook URL is set.' : 'Current webhook URL.',
      data: { webhook_url },
    });
  };
}
