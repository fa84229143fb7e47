import { changeTimeZone } from '@topup/core/account';
import { type RequestHandler, Router } from 'express';
import { liveAccountIdOf, requireOwner } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { timeZoneFields } from '../../http/account-fields';
import { byOf } from '../../http/audit';
import { readFields } from '../../http/read-fields';
import { done } from '../../http/refusal';

/** What owners set for all users of the account. Everybody reads it at /me. */
export function settingsRoutes(deps: Pick<Deps, 'db'>): Router {
  return Router().post('/settings/time-zone', requireOwner, setOwnTimeZone(deps));
}

/** POST /api/settings/time-zone {timeZone}: in which the pages show times and count days, also in test mode. */
function setOwnTimeZone({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { timeZone } = readFields(timeZoneFields, request.body);
    done(await changeTimeZone(db, byOf(response), liveAccountIdOf(response), timeZone));
    response.json({});
  };
}
