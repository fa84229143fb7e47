import { lockAccount, parseTimeZone, setTimeZone as storeTimeZone } from '@topup/core/account';
import { accountActions, withAuditLog } from '@topup/core/audit';
import { type RequestHandler, type Response, Router } from 'express';
import Joi from 'joi';
import { liveAccountIdOf, requireOwner } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { readFields, textRule } from '../../http/read-fields';
import { notFound } from '../../http/refusal';

/** What owners set for all users of the account. Everybody reads it at /me. */
export function settingsRoutes(deps: Pick<Deps, 'db'>): Router {
  return Router().post('/settings/time-zone', requireOwner, setOwnTimeZone(deps));
}

const zone = textRule('must be the name of a time zone, such as Africa/Lagos', parseTimeZone);
const body = Joi.object<{ timeZone: string }>({ timeZone: zone.label('Time zone') });

/** POST /api/settings/time-zone {timeZone}: in which the pages show times and count days, also in test mode. */
function setOwnTimeZone({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    await setTimeZone(db, response, liveAccountIdOf(response), request.body);
    response.json({});
  };
}

/** Sets the time zone of an account as the body says, for an owner or an operator. */
export function setTimeZone(db: Deps['db'], response: Response, id: string, given: unknown): Promise<void> {
  const { timeZone } = readFields(body, given);
  return withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
    const before = await lockAccount(tx, id);
    if (before === null) throw notFound('account');
    await storeTimeZone(tx, id, timeZone);
    return { result: undefined, action: accountActions.timeZone(before, timeZone) };
  });
}
