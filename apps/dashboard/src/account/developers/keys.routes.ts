import { endKey, giveKey, MAX_KEYS } from '@topup/core/api-key';
import { toWire } from '@topup/core/shared';
import type { KeyRow, NewKey } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { parseIdParam } from '../../http/parse-id-param';
import { readFields } from '../../http/read-fields';
import { done, Refusal } from '../../http/refusal';
import { limitFields, toLimits } from './key-limits';
import { listKeyRows, readKeyRow } from './keys.presenter';

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
    response.json(toWire(await listKeyRows(db, accountIdOf(response))) satisfies KeyRow[]);
  };
}

/** POST /api/keys {name} and its limits: the only answer that holds the key itself. */
export function createKey({ db, masterKey }: Pick<Deps, 'db' | 'masterKey'>): RequestHandler {
  return async (request, response) => {
    const { name, ...given } = readFields(body, request.body);
    const account = { accountId: accountIdOf(response), masterKey };
    const made = done(await giveKey(db, byOf(response), account, { name, limits: toLimits(given) }));
    if (made.kind === 'too_many_keys') throw tooManyKeys();
    response.status(201).json({ name, id: made.id, key: made.key } satisfies NewKey);
  };
}

export const tooManyKeys = (): Refusal =>
  new Refusal(409, 'too_many_keys', `You already have ${MAX_KEYS} active keys. Revoke an unused one first.`);

/** POST /api/keys/:id/revoke: every API process declines the key within a second. */
export function revokeKey({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const [accountId, keyId] = [accountIdOf(response), parseIdParam(request, 'key')];
    const found = done(await endKey(db, byOf(response), { keyId, accountId }));
    if (found.kind === 'already_revoked') throw new Refusal(409, 'revoked_before', 'This key is already revoked.');
    response.json(toWire(await readKeyRow(db, found.key)) satisfies KeyRow);
  };
}
