import { type KeyLimits, keyScopes, limitKey, parseCidrList } from '@topup/core/api-key';
import { parseNaira, toWire } from '@topup/core/shared';
import type { KeyRow } from '@topup/dashboard-contract';
import type { RequestHandler, Response } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { change } from '../../http/change';
import { parseIdParam } from '../../http/parse-id-param';
import { readKeyRow } from './keys.presenter';

type LimitFields = {
  scope: KeyLimits['scope'];
  expiresAt: Date | null;
  allowedCidrs: string[];
  dailyLimit: bigint | null;
};

const text = (read: (given: string, helpers: Joi.CustomHelpers) => unknown) =>
  Joi.any().custom((given: unknown, helpers) =>
    typeof given === 'string' ? read(given, helpers) : helpers.error('any.custom'),
  );

/** The limits of a key as they are sent. What is not sent limits nothing. */
export const limitFields = {
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

export const toLimits = ({ scope, expiresAt, allowedCidrs, dailyLimit }: LimitFields): KeyLimits => ({
  scope,
  expiresAt,
  allowedCidrs,
  dailyLimitKobo: dailyLimit,
});

/**
 * POST …/keys/:id/limits: sets all limits of a key; every API process follows within a second. `accountOf`: only keys
 * of that account; null: of any.
 */
export function changeKeyLimits(
  { db }: Pick<Deps, 'db'>,
  accountOf: (response: Response) => string | null,
): RequestHandler {
  return change({
    of: (request, response) => ({ accountId: accountOf(response), keyId: parseIdParam(request, 'key') }),
    body: Joi.object<LimitFields>(limitFields).fork(Object.keys(limitFields), (field) => field.required()),
    make: (given, by, key) => limitKey(db, by, key, toLimits(given)),
    answer: async ({ key }): Promise<KeyRow> => toWire(await readKeyRow(db, key)),
  });
}
