import { type Db, pick, toWire } from '@topup/core/shared';
import {
  DEFAULT_OVERLAP_HOURS,
  endWebhookSecrets,
  giveWebhookSecret,
  listSigningSecrets,
  MAX_OVERLAP_HOURS,
  replaceWebhookSecret,
} from '@topup/core/webhook';
import type { NewWebhookSecret, RotateWebhookSecret, WebhookSecretRow } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { readFields } from '../../http/read-fields';
import { Refusal } from '../../http/refusal';

const body = Joi.object<RotateWebhookSecret & { overlapHours: number }>({
  id: Joi.string().guid().required(),
  overlapHours: Joi.number().integer().min(0).max(MAX_OVERLAP_HOURS).default(DEFAULT_OVERLAP_HOURS),
});

/** GET /api/webhook/secrets: those that sign now, the current one first. */
export function listWebhookSecrets({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    response.json(await secretsOf(db, accountIdOf(response)));
  };
}

/** POST /api/webhook/secrets: the only answer that holds the secret itself. */
export function createWebhookSecret({ db, masterKey }: Pick<Deps, 'db' | 'masterKey'>): RequestHandler {
  return async (_request, response) => {
    const made = await giveWebhookSecret(db, byOf(response), { accountId: accountIdOf(response), masterKey });
    if (made.kind === 'has_secret')
      throw new Refusal(409, 'has_secret', 'You already have a signing secret. Rotate it, or revoke it first.');
    response.status(201).json({ id: made.id, secret: made.secret } satisfies NewWebhookSecret);
  };
}

/** POST /api/webhook/secrets/rotate {id, overlapHours}: replaces the secret `id`. Answers as creating one does. */
export function rotateWebhookSecret({ db, masterKey }: Pick<Deps, 'db' | 'masterKey'>): RequestHandler {
  return async (request, response) => {
    const { id, overlapHours } = readFields(body, request.body);
    const account = { accountId: accountIdOf(response), masterKey };
    const made = await replaceWebhookSecret(db, byOf(response), account, { currentId: id, overlapHours });
    if (made.kind === 'not_current')
      throw new Refusal(409, 'not_current', 'The signing secret has changed meanwhile. Check it, then try again.');
    response.status(201).json({ id: made.id, secret: made.secret } satisfies NewWebhookSecret);
  };
}

/** POST /api/webhook/secrets/revoke: events have no signature from now on. */
export function revokeWebhookSecrets({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    const accountId = accountIdOf(response);
    const ended = await endWebhookSecrets(db, byOf(response), accountId);
    if (!ended) throw new Refusal(409, 'no_secret', 'There is no signing secret to revoke.');
    response.json(await secretsOf(db, accountId));
  };
}

async function secretsOf(db: Db, accountId: string): Promise<WebhookSecretRow[]> {
  const secrets = await listSigningSecrets(db, accountId);
  return toWire(secrets.map((secret) => pick(secret, 'id', 'display', 'createdAt', 'endsAt')));
}
