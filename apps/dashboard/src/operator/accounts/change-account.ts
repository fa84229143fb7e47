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
import { pick, toWire } from '@topup/core/shared';
import type { AccountStatus } from '@topup/dashboard-contract';
import type { Router } from 'express';
import Joi from 'joi';
import { timeZoneFields } from '../../account/settings/settings.routes';
import { lowBalanceFields } from '../../account/wallet/wallet.routes';
import type { Deps } from '../../deps';
import { idOf, serveChange } from '../../http/change';
import { line } from '../../http/read-fields';
import { limit } from '../operator.input';

export const toAccountRow = (account: AccountSummary) =>
  pick(account, 'id', 'name', 'tier', 'status', 'balanceKobo', 'createdAt');

/** The changes that operators make to an account. Each returns the account as it is now. */
export function serveAccountChanges(router: Router, { db }: Pick<Deps, 'db'>): void {
  const serve = <T>(
    what: string,
    body: Joi.ObjectSchema<T>,
    make: (by: By, id: string, given: T) => Promise<AccountChange<RefusalCode>>,
  ) =>
    serveChange(router, `/accounts/:id/${what}`, {
      of: idOf('account'),
      body,
      make: (given, by, id) => make(by, id, given),
      answer: ({ account }) => toWire(toAccountRow(account)),
    });
  serve(
    'status',
    Joi.object<{ status: AccountStatus }>({ status: Joi.valid('active', 'suspended').required() }),
    (by, id, { status }) => changeStatus(db, by, id, status),
  );
  serve('tier', Joi.object<{ tier: string }>({ tier: line.label('Tier') }), (by, id, { tier }) =>
    changeTier(db, by, id, tier),
  );
  serve(
    'limits',
    Joi.object<OwnLimits>({
      purchases: limit.label('Purchases'),
      status: limit.label('Status queries'),
      lookups: limit.label('Lookups'),
      other: limit.label('Other requests'),
    }),
    (by, id, limits) => changeLimits(db, by, id, limits),
  );
  serve('low-balance', lowBalanceFields, (by, id, { threshold }) => changeLowBalance(db, by, id, threshold));
  serve('time-zone', timeZoneFields, (by, id, { timeZone }) => changeTimeZone(db, by, id, timeZone));
}
