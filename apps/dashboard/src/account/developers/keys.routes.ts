import { readTwin } from '@topup/core/account';
import {
  endKey,
  giveKey,
  giveTestKey,
  type KeyLimits,
  keyScopes,
  limitKey,
  listKeys,
  listSigningKeys,
  MAX_KEYS,
  parseCidrList,
  readKeyUse,
  type StoredKey,
  showTestKey,
} from '@topup/core/api-key';
import { type Db, parseNaira, pick, toWire } from '@topup/core/shared';
import type { KeyRow, NewKey, TestKey } from '@topup/dashboard-contract';
import { type Response, Router } from 'express';
import Joi from 'joi';
import { accountIdOf, byOf, liveAccountIdOf, requireRight } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { serveChange } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { parseIdParam } from '../../http/read-fields';
import { done, Refusal } from '../../http/refusal';

/** API keys, and the test key. */
export function keyRoutes(deps: Pick<Deps, 'db' | 'masterKey' | 'previousMasterKey'>): Router {
  const { db, masterKey } = deps;
  const router = Router();
  router.get(['/keys', '/test-key'], requireRight('read'));
  router.post(['/keys', '/keys/:id/limits', '/keys/:id/revoke'], requireRight('keys'));
  router.post('/test-key', requireRight('test'));
  router.get('/keys', async (_request, response) => {
    response.json(toWire(await listKeyRows(db, accountIdOf(response))) satisfies KeyRow[]);
  });
  serveChange(router, '/keys', {
    of: (_request, response) => accountIdOf(response),
    body: newKey,
    make: async ({ name, ...given }, by, accountId) =>
      orTooMany(await giveKey(db, by, { accountId, masterKey }, { name, limits: toLimits(given) })),
    answer: ({ id, key }, { name }): NewKey => ({ name, id, key }),
    status: 201,
  });
  serveKeyLimits(router, deps, accountIdOf);
  serveChange(router, '/keys/:id/revoke', {
    of: (request, response) => ({ accountId: accountIdOf(response), keyId: parseIdParam(request, 'key') }),
    make: async (_, by, which) => {
      const found = await endKey(db, by, which);
      if (found.kind === 'already_revoked') throw new Refusal(409, 'revoked_before', 'This key is already revoked.');
      return found;
    },
    answer: async ({ key }): Promise<KeyRow> => toWire(await readKeyRow(db, key)),
  });
  router.get('/test-key', async (_request, response) => {
    response.json({ key: await testKeyOf(deps, liveAccountIdOf(response)) } satisfies TestKey);
  });
  // makes one when there is none
  router.post('/test-key', async (_request, response) => {
    const key = await testKeyOf(deps, liveAccountIdOf(response));
    if (key !== null) return void response.json({ key } satisfies TestKey);
    const { id: accountId } = await readTwin(db, liveAccountIdOf(response));
    const made = orTooMany(done(await giveTestKey(db, byOf(response), { accountId, masterKey }, 'Quick start')));
    response.status(201).json({ key: made.key } satisfies TestKey);
  });
  return router;
}

function orTooMany<Made extends { kind: string }>(made: Made): Exclude<Made, { kind: 'too_many_keys' }> {
  if (made.kind === 'too_many_keys')
    throw new Refusal(409, 'too_many_keys', `You already have ${MAX_KEYS} active keys. Revoke an unused one first.`);
  return made as Exclude<Made, { kind: 'too_many_keys' }>;
}

/** The key of the test account, in both modes; null when it has none. */
async function testKeyOf(
  { db, masterKey, previousMasterKey }: Parameters<typeof keyRoutes>[0],
  accountId: string,
): Promise<string | null> {
  const { id } = await readTwin(db, accountId);
  return showTestKey({ db, masterKeys: { current: masterKey, previous: previousMasterKey } }, id);
}

/** All keys of an account, the oldest first: neither the key itself nor its digest. */
export async function listKeyRows(db: Db, accountId: string) {
  const [keys, use, [now, next]] = await Promise.all([
    listKeys(db, accountId),
    readKeyUse(db, accountId),
    listSigningKeys(db, accountId),
  ]);
  const signsOf = (id: string): KeyRow['signs'] => (id === now?.id ? 'now' : id === next?.id ? 'next' : null);
  return keys.map((key) => ({
    ...pick(key, 'id', 'name', 'display', 'createdAt', 'lastUsedAt', 'revokedAt'),
    ...pick(key, 'scope', 'expiresAt', 'allowedCidrs', 'dailyLimitKobo'),
    signs: signsOf(key.id),
    use: use.get(key.id) ?? [],
  }));
}

type ListedKey = Awaited<ReturnType<typeof listKeyRows>>[number];

/** One of them, as it is in that list. */
async function readKeyRow(db: Db, { id, accountId }: StoredKey): Promise<ListedKey> {
  const found = (await listKeyRows(db, accountId)).find((key) => key.id === id);
  if (found === undefined) throw new Error('a key is never deleted');
  return found;
}

export const KEY_COLUMNS = columnsOf<ListedKey>()([
  'id,name,display,scope',
  ['allowed_networks', ({ allowedCidrs }) => allowedCidrs.join(' ')],
  'daily_limit,created_at,last_used_at,expires_at,revoked_at',
]);

type LimitFields = Omit<KeyLimits, 'dailyLimitKobo'> & { dailyLimit: bigint | null };

const toLimits = ({ dailyLimit: dailyLimitKobo, ...rest }: LimitFields): KeyLimits => ({ ...rest, dailyLimitKobo });

const text = (read: (given: string, helpers: Joi.CustomHelpers) => unknown) =>
  Joi.any().custom((given: unknown, helpers) =>
    typeof given === 'string' ? read(given, helpers) : helpers.error('any.custom'),
  );

/** The limits of a key as they are sent. What is not sent limits nothing. */
const limitFields = {
  scope: Joi.valid(...keyScopes)
    .default('purchase')
    .label('Permissions'),
  expiresAt: Joi.date()
    .iso()
    .allow(null)
    .default(null)
    .label('Expiry')
    .messages({ '*': '{{#label}} must be a time such as 2026-12-31T23:00:00Z, or empty' }),
  allowedCidrs: text((given, helpers) => {
    const read = parseCidrList(given);
    return 'cidrs' in read ? read.cidrs : helpers.message({ custom: `{{#label}}: ${escaped(read.fault)}` });
  })
    .default([])
    .label('Allowed IP addresses')
    .messages({ 'any.custom': '{{#label}} must be networks such as 192.0.2.0/24, separated by commas' }),
  dailyLimit: text((given, helpers) => parseNaira(given) ?? helpers.error('any.custom'))
    .allow(null)
    .default(null)
    .label('Daily limit')
    .messages({ 'any.custom': '{{#label}} must be an amount in naira, such as 5000 or 5000.50, or empty' }),
};

/** Joi reads braces as a template. */
const escaped = (typed: string): string => typed.replaceAll(/[{}]/g, '');

const newKey = Joi.object<LimitFields & { name: string }>({
  name: Joi.string()
    .trim()
    .max(60)
    .pattern(/^\P{C}*$/u)
    .messages({ 'string.pattern.base': '{{#label}} must not contain control characters' })
    .required()
    .label('Name'),
  ...limitFields,
});

const allLimits = Joi.object<LimitFields>(limitFields).fork(Object.keys(limitFields), (field) => field.required());

/** Sets all limits of a key. `accountOf`: only keys of that account; null: of any. */
export const serveKeyLimits = (
  router: Router,
  { db }: Pick<Deps, 'db'>,
  accountOf: (response: Response) => string | null,
): void =>
  serveChange(router, '/keys/:id/limits', {
    of: (request, response) => ({ accountId: accountOf(response), keyId: parseIdParam(request, 'key') }),
    body: allLimits,
    make: (given, by, key) => limitKey(db, by, key, toLimits(given)),
    answer: async ({ key }): Promise<KeyRow> => toWire(await readKeyRow(db, key)),
  });
