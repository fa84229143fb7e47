import { createKeyUpTo, revokeOwnKey } from '@topup/core/api-key';
import { keyActions, withAuditLog } from '@topup/core/audit';
import type { DbOrTransaction } from '@topup/core/shared';
import type { KeyRow, NewKey } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { actorOf, originOf, withFreshFactor } from '../../http/audit';
import { parseIdParam } from '../../http/parse-id-param';
import { readFields } from '../../http/read-fields';
import { notFound, Refusal } from '../../http/refusal';
import { expiresInPast, limitFields, toLimits } from './key-limits';
import { listKeyRows, readKeyRow } from './keys.presenter';

/** Active keys of one account: far more than anybody uses. It limits what a stolen session can leave behind. */
export const MAX_KEYS = 50;

const body = Joi.object<{ name: string } & Parameters<typeof toLimits>[0]>({
  name: Joi.string()
    .trim()
    .max(60)
    .pattern(/^\P{C}*$/u)
    .messages({ 'string.pattern.base': '{{#label}} must not contain control characters' })
    .required()
    .label('Name'),
  ...limitFields,
});

/** GET /api/keys: all keys of the account, oldest first. */
export function listKeys({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    response.json((await listKeyRows(db, accountIdOf(response))) satisfies KeyRow[]);
  };
}

/** POST /api/keys {name} and its limits: the only answer that holds the key itself. */
export function createKey({ db, masterKey }: Pick<Deps, 'db' | 'masterKey'>): RequestHandler {
  return async (request, response) => {
    const { name, ...given } = readFields(body, request.body);
    const limits = toLimits(given);
    const accountId = accountIdOf(response);
    const made = await withFreshFactor(db, response, async (tx) => {
      const result = await createKeyUpTo({ tx, masterKey }, MAX_KEYS, accountId, name, limits);
      return {
        result,
        action: result.kind === 'created' ? keyActions.created(accountId, { id: result.id, name, limits }) : null,
      };
    });
    if (made.kind === 'expires_in_past') throw expiresInPast(limits.expiresAt ?? new Date(0));
    if (made.kind === 'too_many_keys') throw tooManyKeys();
    response.status(201).json({ name, id: made.id, key: made.key } satisfies NewKey);
  };
}

export const tooManyKeys = (): Refusal =>
  new Refusal(409, 'too_many_keys', `You already have ${MAX_KEYS} active keys. Revoke an unused one first.`);

/** POST /api/keys/:id/revoke: every API process declines the key within a second. */
export function revokeKey({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const [accountId, id] = [accountIdOf(response), parseIdParam(request, 'key')];
    const revoking = async (tx: DbOrTransaction) => {
      const result = await revokeOwnKey(tx, accountId, id);
      return { result, action: result.kind === 'revoked' ? keyActions.revoked(result.key) : null };
    };
    const found = await withAuditLog(db, actorOf(response), originOf(response), revoking, { evenSuspended: true });
    if (found.kind === 'no_such_key') throw notFound('key');
    if (found.kind === 'already_revoked') throw new Refusal(409, 'revoked_before', 'This key is already revoked.');
    response.json((await readKeyRow(db, found.key)) satisfies KeyRow);
  };
}
