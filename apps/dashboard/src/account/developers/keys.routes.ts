import { createKeyUpTo, revokeOwnKey, listKeys as storedKeys } from '@topup/core/api-key';
import type { KeyRow, NewKey } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { accountIdOf } from '../../auth/signed-in';
import { idOf } from '../../http/parse-id-param';
import { readFields } from '../../http/read-fields';
import { notFound, Refusal } from '../../http/refusal';
import type { DeveloperDeps } from './developers.routes';
import { keyRow } from './keys.presenter';

const MOST_KEYS = 50; // active ones of one account: far more than anybody uses, and a bound on what a stolen session can leave behind

const body = Joi.object<{ name: string }>({
  name: Joi.string()
    .trim()
    .max(60)
    .pattern(/^\P{C}*$/u)
    .messages({ 'string.pattern.base': '{{#label}} must not hold control characters' })
    .required(),
});

/** GET /api/keys: all of the account's, the oldest first. */
export function listKeys({ db }: DeveloperDeps): RequestHandler {
  return async (_request, response) => {
    const keys = await storedKeys(db, accountIdOf(response));
    response.json(keys.map(keyRow) satisfies KeyRow[]);
  };
}

/** POST /api/keys {name}: the key itself is in this answer and nowhere else. */
export function createKey({ db, masterKey }: DeveloperDeps): RequestHandler {
  return async (request, response) => {
    const { name } = readFields(body, request.body);
    const made = await createKeyUpTo({ db, masterKey }, MOST_KEYS, accountIdOf(response), name);
    if (made === null)
      throw new Refusal(
        409,
        'too_many_keys',
        `The account has ${MOST_KEYS} active keys. Revoke one that is not used first.`,
      );
    response.status(201).json({ name, ...made } satisfies NewKey);
  };
}

/** POST /api/keys/:id/revoke: every api process refuses the key within a second. */
export function revokeKey({ db }: DeveloperDeps): RequestHandler {
  return async (request, response) => {
    const found = await revokeOwnKey(db, accountIdOf(response), idOf(request, 'key'));
    if (found === null) throw notFound('key');
    if (!found.revoked) throw new Refusal(409, 'revoked_before', 'This key has been revoked before.');
    response.json(keyRow(found.key) satisfies KeyRow);
  };
}
