import { changeTimeZone } from '@topup/core/account';
import { parseTimeZone } from '@topup/core/time';
import { Router } from 'express';
import Joi from 'joi';
import { liveAccountIdOf, requireRight } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { serveChange } from '../../http/change';
import { textRule } from '../../http/read-fields';

/** They are for all users of the account, including in test mode. Everybody reads them at /me. */
export function settingsRoutes({ db }: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.post('/settings/time-zone', requireRight('settings'));
  serveChange(router, '/settings/time-zone', {
    of: (_request, response) => liveAccountIdOf(response),
    body: timeZoneFields,
    make: ({ timeZone }, by, id) => changeTimeZone(db, by, id, timeZone),
  });
  return router;
}

const zone = textRule('must be the name of a time zone, such as Africa/Lagos', parseTimeZone);

/** In which the pages show times and count days. */
export const timeZoneFields = Joi.object<{ timeZone: string }>({ timeZone: zone.label('Time zone') });
