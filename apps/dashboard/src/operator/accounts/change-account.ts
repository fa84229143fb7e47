import {
  type AccountChange,
  changeLimits,
  changeLowBalance,
  changeStatus,
  changeTier,
  changeTimeZone,
  type OwnLimits,
} from '@topup/core/account';
import type { By } from '@topup/core/audit';
import type { RefusalCode } from '@topup/core/errors';
import { toWire } from '@topup/core/shared';
import type { AccountStatus } from '@topup/dashboard-contract';
import type { Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { lowBalanceFields, timeZoneFields } from '../../http/account-fields';
import { change, idOf } from '../../http/change';
import { line } from '../../http/read-fields';
import { limit } from '../operator.input';
import { toAccountRow } from './accounts.presenter';

/** The changes that operators make to an account. Each returns the account as it is now. */
export function serveAccountChanges(router: Router, { db }: Pick<Deps, 'db'>): void {
  const serve = <T>(
    what: string,
    body: Joi.ObjectSchema<T>,
    make: (db: Deps['db'], by: By, id: string, given: T) => Promise<AccountChange<RefusalCode>>,
  ) =>
    router.post(
      `/accounts/:id/${what}`,
      change({
        of: idOf('account'),
        body,
        make: (given, by, id) => make(db, by, id, given),
        answer: ({ account }) => toWire(toAccountRow(account)),
      }),
    );
  serve(
    'status',
    Joi.object<{ status: AccountStatus }>({ status: Joi.valid('active', 'suspended').required() }),
    (db, by, id, { status }) => changeStatus(db, by, id, status),
  );
  serve('tier', Joi.object<{ tier: string }>({ tier: line.label('Tier') }), (db, by, id, { tier }) =>
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
    changeLimits,
  );
  serve('low-balance', lowBalanceFields, (db, by, id, { threshold }) => changeLowBalance(db, by, id, threshold));
  serve('time-zone', timeZoneFields, (db, by, id, { timeZone }) => changeTimeZone(db, by, id, timeZone));
}
