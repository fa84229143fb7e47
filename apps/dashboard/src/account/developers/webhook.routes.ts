import { getWebhookUrl } from '@topup/core/account';
import { listSigningKeys } from '@topup/core/api-key';
import { pick, toWire } from '@topup/core/shared';
import {
  changeWebhookUrl,
  DEFAULT_OVERLAP_HOURS,
  endWebhookSecrets,
  giveWebhookSecret,
  listSigningSecrets,
  MAX_OVERLAP_HOURS,
  RATE_SAMPLE,
  readEndpointState,
  replaceWebhookSecret,
  webhookUrlFault,
} from '@topup/core/webhook';
import type {
  NewWebhookSecret,
  RotateWebhookSecret,
  Webhook,
  WebhookSecretRow,
  WebhookState,
} from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { accountIdOf, byOf, requireRight } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { serveChange } from '../../http/change';
import { readFields } from '../../http/read-fields';
import { Refusal } from '../../http/refusal';

const body = Joi.object<{ url: string }>({ url: Joi.string().trim().required().label('The URL') });

/** The webhook URL and its state. */
export function webhookRoutes({
  db,
  allowPrivateWebhooks: allowPrivate,
  requireHttpsWebhooks: requireHttps,
  eventsKeptDays,
}: Pick<Deps, 'db' | 'allowPrivateWebhooks' | 'requireHttpsWebhooks' | 'eventsKeptDays'>): Router {
  const router = Router();
  const allows = { http: !requireHttps, privateAddresses: allowPrivate };
  const webhookOf = async (accountId: string): Promise<Webhook> => {
    const [url, [key]] = await Promise.all([getWebhookUrl(db, accountId), listSigningKeys(db, accountId)]);
    return { url, signedWith: key ? toWire(pick(key, 'name', 'display', 'createdAt')) : null, eventsKeptDays, allows };
  };
  router.get(['/webhook', '/webhook/state'], requireRight('read'));
  router.post(['/webhook', '/webhook/remove'], requireRight('webhook'));
  router.get('/webhook', async (_request, response) => response.json(await webhookOf(accountIdOf(response))));
  router.get('/webhook/state', async (_request, response) => {
    const { day, ...state } = await readEndpointState(db, accountIdOf(response));
    response.json(toWire({ ...state, day: { ...day, sample: RATE_SAMPLE } }) satisfies WebhookState);
  });
  // under the rules of POST /v1/webhook/set
  router.post('/webhook', async (request, response) => {
    const { url } = readFields(body, request.body);
    const fault = webhookUrlFault(url, { allowPrivate, requireHttps });
    if (fault !== null) throw new Refusal(400, 'validation_failed', `The URL ${fault}.`, { url: `The URL ${fault}.` });
    await changeWebhookUrl(db, byOf(response), accountIdOf(response), url);
    response.json(await webhookOf(accountIdOf(response)));
  });
  // no more events are sent; queued events wait for a new URL
  router.post('/webhook/remove', async (_request, response) => {
    await changeWebhookUrl(db, byOf(response), accountIdOf(response), null);
    response.json(await webhookOf(accountIdOf(response)));
  });
  return router;
}

const rotation = Joi.object<Required<RotateWebhookSecret>>({
  id: Joi.string().guid().required(),
  overlapHours: Joi.number().integer().min(0).max(MAX_OVERLAP_HOURS).default(DEFAULT_OVERLAP_HOURS),
});

/** The secrets that sign events. */
export function webhookSecretRoutes({ db, masterKey }: Pick<Deps, 'db' | 'masterKey'>): Router {
  const router = Router();
  const secretsOf = async (accountId: string): Promise<WebhookSecretRow[]> => {
    const secrets = await listSigningSecrets(db, accountId);
    return toWire(secrets.map((secret) => pick(secret, 'id', 'display', 'createdAt', 'endsAt')));
  };
  router.get('/webhook/secrets', requireRight('read'));
  router.post(['/webhook/secrets', '/webhook/secrets/rotate', '/webhook/secrets/revoke'], requireRight('webhook'));
  router.get('/webhook/secrets', async (_request, response) => response.json(await secretsOf(accountIdOf(response))));
  serveChange(router, '/webhook/secrets', {
    of: (_request, response) => accountIdOf(response),
    make: async (_, by, accountId) => {
      const given = await giveWebhookSecret(db, by, { accountId, masterKey });
      if (given.kind === 'has_secret')
        throw new Refusal(409, 'has_secret', 'You already have a webhook secret. Rotate it, or revoke it first.');
      return given;
    },
    answer: ({ id, secret }): NewWebhookSecret => ({ id, secret }),
    status: 201,
  });
  serveChange(router, '/webhook/secrets/rotate', {
    of: (_request, response) => accountIdOf(response),
    body: rotation,
    make: async ({ id: currentId, overlapHours }, by, accountId) => {
      const given = await replaceWebhookSecret(db, by, { accountId, masterKey }, { currentId, overlapHours });
      if (given.kind === 'not_current')
        throw new Refusal(
          409,
          'not_current',
          'The webhook secret was changed in the meantime. Check it, then try again.',
        );
      return given;
    },
    answer: ({ id, secret }): NewWebhookSecret => ({ id, secret }),
    status: 201,
  });
  // events have no signature from now on
  router.post('/webhook/secrets/revoke', async (_request, response) => {
    if (!(await endWebhookSecrets(db, byOf(response), accountIdOf(response))))
      throw new Refusal(409, 'no_secret', 'There is no webhook secret to revoke.');
    response.json(await secretsOf(accountIdOf(response)));
  });
  return router;
}
