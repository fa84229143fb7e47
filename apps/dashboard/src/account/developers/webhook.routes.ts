import { getWebhookUrl } from '@topup/core/account';
import { listSigningKeys } from '@topup/core/api-key';
import { pick, toWire } from '@topup/core/shared';
import {
  changeWebhookUrl,
  type EventName,
  eventNames,
  RATE_SAMPLE,
  readEndpointState,
  sendTestEvent as sendTest,
  webhookUrlFault,
} from '@topup/core/webhook';
import type { Webhook, WebhookState } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { readFields } from '../../http/read-fields';
import { Refusal } from '../../http/refusal';
import { manualDeliveryRefusal } from './manual-delivery-refusal';

const body = Joi.object<{ url: string }>({ url: Joi.string().trim().required().label('The URL') });

const testBody = Joi.object<{ event: EventName }>({
  event: Joi.string()
    .valid(...eventNames)
    .required(),
});

/** GET /api/webhook */
export function getWebhook(deps: Pick<Deps, 'db' | 'eventsKeptDays'>): RequestHandler {
  return async (_request, response) => {
    response.json(await webhookOf(deps, accountIdOf(response)));
  };
}

/** GET /api/webhook/state */
export function getWebhookState({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    const { day, ...state } = await readEndpointState(db, accountIdOf(response));
    response.json(toWire({ ...state, day: { ...day, sample: RATE_SAMPLE } }) satisfies WebhookState);
  };
}

/** POST /api/webhook {url}: replaces the URL, under the rules of POST /v1/webhook/set. */
export function setWebhook(
  deps: Pick<Deps, 'db' | 'allowPrivateWebhooks' | 'requireHttpsWebhooks' | 'eventsKeptDays'>,
): RequestHandler {
  const { allowPrivateWebhooks: allowPrivate, requireHttpsWebhooks: requireHttps } = deps;
  return async (request, response) => {
    const { url } = readFields(body, request.body);
    const fault = webhookUrlFault(url, { allowPrivate, requireHttps });
    if (fault !== null) throw new Refusal(400, 'validation_failed', `The URL ${fault}.`, { url: `The URL ${fault}.` });
    const accountId = accountIdOf(response);
    await changeWebhookUrl(deps.db, byOf(response), accountId, url);
    response.json(await webhookOf(deps, accountId));
  };
}

/** POST /api/webhook/remove: no more events are sent; queued events wait for a new URL. */
export function removeWebhook(deps: Pick<Deps, 'db' | 'eventsKeptDays'>): RequestHandler {
  return async (_request, response) => {
    const accountId = accountIdOf(response);
    await changeWebhookUrl(deps.db, byOf(response), accountId, null);
    response.json(await webhookOf(deps, accountId));
  };
}

/** POST /api/webhook/test {event}: a normal delivery of an event of this kind, which belongs to no purchase. */
export function sendTestEvent({ db, enqueueEvent }: Pick<Deps, 'db' | 'enqueueEvent'>): RequestHandler {
  return async (request, response) => {
    const accountId = accountIdOf(response); // declines an operator before the body is judged
    const { event } = readFields(testBody, request.body);
    const written = await sendTest(db, byOf(response), accountId, event);
    if (written.kind !== 'written') throw manualDeliveryRefusal(written.kind, 'test event');
    enqueueEvent(written.id);
    response.status(202).json({ id: written.id });
  };
}

async function webhookOf(
  { db, eventsKeptDays }: Pick<Deps, 'db' | 'eventsKeptDays'>,
  accountId: string,
): Promise<Webhook> {
  const [url, [key]] = await Promise.all([getWebhookUrl(db, accountId), listSigningKeys(db, accountId)]);
  const signedWith = key ? toWire(pick(key, 'name', 'display', 'createdAt')) : null;
  return { url, signedWith, eventsKeptDays };
}
