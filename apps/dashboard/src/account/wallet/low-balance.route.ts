import { lockAccount, setLowBalance as storeLowBalance } from '@topup/core/account';
import { accountActions, withAuditLog } from '@topup/core/audit';
import { parseNaira } from '@topup/core/shared';
import { getWallet } from '@topup/core/wallet';
import type { Wallet } from '@topup/dashboard-contract';
import type { RequestHandler, Response } from 'express';
import Joi from 'joi';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { readFields, textRule } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { toWallet } from './wallet.presenter';

/** Kobo; null: no threshold. */
const threshold = textRule(
  'must be an amount in naira above zero, such as 5000 or 5000.50, of at most nine digits, or empty',
  parseNaira,
).allow(null);

const body = Joi.object<{ threshold: bigint | null }>({ threshold: threshold.label('Threshold') });

/** POST /api/wallet/low-balance {threshold}: below this balance the owners are mailed; null: never. */
export function setOwnLowBalance({ db, fundingDetails }: Pick<Deps, 'db' | 'fundingDetails'>): RequestHandler {
  return async (request, response) => {
    const id = accountIdOf(response);
    await setLowBalance(db, response, id, request.body);
    response.json(toWallet(await getWallet(db, id), fundingDetails) satisfies Wallet);
  };
}

/** Sets the threshold of an account as the body says, for an owner or an operator. */
export function setLowBalance(db: Deps['db'], response: Response, id: string, given: unknown): Promise<void> {
  const { threshold } = readFields(body, given);
  return withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
    const before = await lockAccount(tx, id);
    if (before === null) throw notFound('account');
    await storeLowBalance(tx, id, threshold);
    return { result: undefined, action: accountActions.lowBalance(before, threshold) };
  });
}
