import {
  type AccountChange,
  type AccountSummary,
  changeLimits,
  changeLowBalance,
  changeStatus,
  changeTier,
  changeTimeZone,
  type OwnLimits,
} from '@topup/core/account';
import type { By } from '@topup/core/audit';
import type { RefusalCode } from '@topup/core/errors';
import type { AccountStatus } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { lowBalanceFields, timeZoneFields } from '../../http/account-fields';
import { byOf } from '../../http/audit';
import { parseIdParam } from '../../http/parse-id-param';
import { line, readFields } from '../../http/read-fields';
import { done } from '../../http/refusal';
import { limit } from '../operator.input';
import { toAccountRow } from './accounts.presenter';

/** Changes an account as the body says. `toJson`: the answer, of what it is now. */
const changing =
  <T>(
    body: Joi.ObjectSchema<T>,
    change: (db: Deps['db'], by: By, id: string, given: T) => Promise<AccountChange<RefusalCode>>,
    toJson: (account: AccountSummary) => object = toAccountRow,
  ) =>
  ({ db }: Pick<Deps, 'db'>): RequestHandler =>
  async (request, response) => {
    const id = parseIdParam(request, 'account');
    const { account } = done(await change(db, byOf(response), id, readFields(body, request.body)));
    response.json(toJson(account));
  };

export const setStatus = changing(
  Joi.object<{ status: AccountStatus }>({ status: Joi.valid('active', 'suspended').required() }),
  (db, by, id, { status }) => changeStatus(db, by, id, status),
);

export const setTier = changing(Joi.object<{ tier: string }>({ tier: line.label('Tier') }), (db, by, id, { tier }) =>
  changeTier(db, by, id, tier),
);

export const setLimits = changing(
  Joi.object<OwnLimits>({
    purchases: limit.label('Purchases'),
    status: limit.label('Status queries'),
    lookups: limit.label('Lookups'),
    other: limit.label('Other requests'),
  }),
  changeLimits,
);

export const setAccountLowBalance = changing(
  lowBalanceFields,
  (db, by, id, { threshold }) => changeLowBalance(db, by, id, threshold),
  () => ({}),
);

export const setAccountTimeZone = changing(
  timeZoneFields,
  (db, by, id, { timeZone }) => changeTimeZone(db, by, id, timeZone),
  () => ({}),
);
