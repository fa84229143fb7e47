import { lockAccount, type OwnLimits, setAccountLimits, setAccountStatus, setAccountTier } from '@topup/core/account';
import { accountActions, withAuditLog } from '@topup/core/audit';
import { guardActorOf } from '@topup/core/operator-guard';
import type { AccountRow, AccountStatus } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { setTimeZone } from '../../account/settings/settings.routes';
import { setLowBalance } from '../../account/wallet/low-balance.route';
import type { Deps } from '../../deps';
import { actorOf, originOf, withFreshFactor } from '../../http/audit';
import { parseIdParam } from '../../http/parse-id-param';
import { line, readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { limit } from '../operator.input';
import { guardRefused, noSuchTier } from '../refusals';
import { toAccountRow } from './accounts.presenter';

/** Suspends an account, or lets it buy again. Its keys stop working within a second; open purchases still finish. */
export function setStatus({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ status: AccountStatus }>({ status: Joi.valid('active', 'suspended').required() });
  return async (request, response) => {
    const id = parseIdParam(request, 'account');
    const { status } = readFields(body, request.body);
    const account = await withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
      const before = await lockAccount(tx, id);
      if (before === null) throw notFound('account');
      await setAccountStatus(tx, id, status);
      return { result: { ...before, status }, action: accountActions.status(before, status) };
    });
    response.json(toAccountRow(account) satisfies AccountRow);
  };
}

/** Changes the tier. The account's next data purchase has the prices of the new tier. */
export function setTier({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ tier: string }>({ tier: line.label('Tier') });
  return async (request, response) => {
    const id = parseIdParam(request, 'account');
    const { tier } = readFields(body, request.body);
    const account = await withFreshFactor(db, response, async (tx) => {
      const before = await lockAccount(tx, id);
      if (before === null) throw notFound('account');
      const outcome = await setAccountTier(tx, id, tier, guardActorOf(actorOf(response)));
      if (outcome.kind === 'cap_exceeded') throw guardRefused(outcome);
      if (outcome.kind === 'no_such_tier') throw noSuchTier(tier);
      return { result: { ...before, tier }, action: accountActions.tier(before, tier) };
    });
    response.json(toAccountRow(account) satisfies AccountRow);
  };
}

/** Sets the balance below which the owners of the account are mailed. */
export function setAccountLowBalance({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    await setLowBalance(db, response, parseIdParam(request, 'account'), request.body);
    response.json({});
  };
}

/** Sets the time zone in which the users of the account read times. */
export function setAccountTimeZone({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    await setTimeZone(db, response, parseIdParam(request, 'account'), request.body);
    response.json({});
  };
}

/** Sets how many requests the account may make in a minute. The API follows within a second. */
export function setLimits({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<OwnLimits>({
    purchases: limit.label('Purchases'),
    status: limit.label('Status queries'),
    lookups: limit.label('Lookups'),
    other: limit.label('Other requests'),
  });
  return async (request, response) => {
    const id = parseIdParam(request, 'account');
    const limits = readFields(body, request.body);
    const account = await withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
      const before = await lockAccount(tx, id);
      if (before === null) throw notFound('account');
      await setAccountLimits(tx, id, limits);
      return { result: { ...before, limits }, action: accountActions.limits(before, limits) };
    });
    response.json(toAccountRow(account) satisfies AccountRow);
  };
}
