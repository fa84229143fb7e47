import { webhookActions, withAuditLog } from '@topup/core/audit';
import type { Db, DbOrTransaction } from '@topup/core/shared';
import {
  createWebhookSecret as createSecret,
  DEFAULT_OVERLAP_HOURS,
  endSecrets,
  listSigningSecrets,
  MAX_OVERLAP_HOURS,
  rotateWebhookSecret as rotateSecret,
} from '@topup/core/webhook';
import type { NewWebhookSecret, RotateWebhookSecret, WebhookSecretRow } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { actorOf, originOf, withFreshFactor } from '../../http/audit';
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
    const accountId = accountIdOf(response);
    const made = await withFreshFactor(db, response, async (tx) => {
      const result = await createSecret({ db: tx, masterKey }, accountId);
      return { result, action: result.kind === 'created' ? webhookActions.secret(accountId, 'create', result) : null };
    });
    if (made.kind === 'has_secret')
      throw new Refusal(409, 'has_secret', 'You already have a signing secret. Rotate it, or revoke it first.');
    response.status(201).json({ id: made.id, secret: made.secret } satisfies NewWebhookSecret);
  };
}

/** POST /api/webhook/secrets/rotate {id, overlapHours}: replaces the secret `id`. Answers as creating one does. */
export function rotateWebhookSecret({ db, masterKey }: Pick<Deps, 'db' | 'masterKey'>): RequestHandler {
  return async (request, response) => {
    const { id, overlapHours } = readFields(body, request.body);
    const accountId = accountIdOf(response);
    const made = await withFreshFactor(db, response, async (tx) => {
      const result = await rotateSecret({ db: tx, masterKey }, accountId, { currentId: id, overlapHours });
      const rotated = result.kind === 'created' ? { ...result, overlapHours } : null;
      return { result, action: rotated && webhookActions.secret(accountId, 'rotate', rotated) };
    });
    if (made.kind === 'not_current')
      throw new Refusal(409, 'not_current', 'The signing secret has changed meanwhile. Check it, then try again.');
    response.status(201).json({ id: made.id, secret: made.secret } satisfies NewWebhookSecret);
  };
}

/** POST /api/webhook/secrets/revoke: events have no signature from now on. */
export function revokeWebhookSecrets({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    const accountId = accountIdOf(response);
    const revoking = async (tx: DbOrTransaction) => {
      const result = await endSecrets(tx, accountId);
      return { result, action: result ? webhookActions.secret(accountId, 'revoke') : null };
    };
    const ended = await withAuditLog(db, actorOf(response), originOf(response), revoking, { evenSuspended: true });
    if (!ended) throw new Refusal(409, 'no_secret', 'There is no signing secret to revoke.');
    response.json(await secretsOf(db, accountId));
  };
}

async function secretsOf(db: Db, accountId: string): Promise<WebhookSecretRow[]> {
  const secrets = await listSigningSecrets(db, accountId);
  return secrets.map(({ id, display, createdAt, endsAt }) => ({
    id,
    display,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
  }));
}
