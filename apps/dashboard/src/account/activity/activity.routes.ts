import { type ActionFilter, listActions } from '@topup/core/audit';
import { toWire } from '@topup/core/shared';
import type { AccountAction, Page } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { accountIdOf, requireOwner, timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { exportCsv } from '../../http/csv';
import { PLACE, readCursor, readPage, readPages, writeCursor } from '../../http/pagination';
import { query } from '../../http/query';
import { readQuery } from '../../http/read-fields';
import { ACTIVITY_COLUMNS, toAccountAction } from './activity.presenter';

type ActivityDeps = Pick<Deps, 'db' | 'clock' | 'exports'>;

const CSV_PAGE = 1000;

/** What was done to the account, for its owners. */
export function activityRoutes(deps: ActivityDeps): Router {
  return Router().get('/activity', requireOwner, list(deps)).get('/activity.csv', requireOwner, exportActivity(deps));
}

type Query = { search?: string; action?: string; from?: Date; to?: Date };

const FILTER = { search: query.text(200), action: query.text(60), from: query.from(), to: query.to() };
const LISTED = Joi.object<Query & { cursor?: string; limit: number }>({
  ...FILTER,
  cursor: query.cursor(),
  limit: query.limit(),
});
const EXPORTED = Joi.object<Query>(FILTER);

/** A search does not find what these pages do not show, such as the name of an operator. */
const toFilter = (accountId: string, { from, to, ...rest }: Query): ActionFilter => ({
  ...rest,
  accountId,
  since: from,
  until: to,
  searchShown: true,
});

/** GET /api/activity: newest first. */
function list({ db }: ActivityDeps): RequestHandler {
  return async (request, response) => {
    const { cursor, limit, ...asked } = readQuery(LISTED, request, timeZoneOf(response));
    const before = cursor === undefined ? null : BigInt(readCursor(cursor, PLACE.number)[0]);
    const filter = toFilter(accountIdOf(response), asked);
    const { rows, next } = await readPage(limit, (rows) => listActions(db, filter, { before, limit: rows }));
    response.json({
      rows: toWire(rows.map(toAccountAction)),
      next: next && writeCursor(String(next.id)),
    } satisfies Page<AccountAction>);
  };
}

/** GET /api/activity.csv: all of them as a file. */
function exportActivity({ db, clock, exports }: ActivityDeps): RequestHandler {
  return async (request, response) => {
    const accountId = accountIdOf(response);
    const zone = timeZoneOf(response);
    const filter = toFilter(accountId, readQuery(EXPORTED, request, zone));
    const pages = readPages<ReturnType<typeof toAccountAction>>(CSV_PAGE, async (last, limit) =>
      (await listActions(db, filter, { before: last?.id ?? null, limit })).map(toAccountAction),
    );
    const file = { name: 'activity', now: clock.now(), zone, columns: ACTIVITY_COLUMNS, pages };
    await exportCsv(exports, accountId, response, file);
  };
}
