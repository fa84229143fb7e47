import { changeTimeZone } from '@topup/core/account';
import { type RequestHandler, Router } from 'express';
import { liveAccountIdOf, requireOwner } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { timeZoneFields } from '../../http/account-fields';
import { change } from '../../http/change';

/** What owners set for all users of the account. Everybody reads it at /me. */
export function settingsRoutes(deps: Pick<Deps, 'db'>): Router {
  return Router().post('/settings/time-zone', requireOwner, setOwnTimeZone(deps));
}

/** POST /api/settings/time-zone {timeZone}: in which the pages show times and count days, also in test mode. */
const setOwnTimeZone = ({ db }: Pick<Deps, 'db'>): RequestHandler =>
  change({
    of: (_request, response) => liveAccountIdOf(response),
    body: timeZoneFields,
    make: ({ timeZone }, by, id) => changeTimeZone(db, by, id, timeZone),
  });
