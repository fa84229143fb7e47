import { type ActionFilter, type AuditedAction, listActions } from '@topup/core/audit';
import type { OperatorAction, Page } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { exportCsv, OPERATORS } from '../../http/csv';
import { PAGE_ROWS, PLACE, readCursor, readPage, readPages, writeCursor } from '../../http/pagination';
import { query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { search, uuid } from '../operator.input';
import { ACTION_COLUMNS, toOperatorAction } from './actions.presenter';

type ActionDeps = Pick<Deps, 'db' | 'clock' | 'exports'>;

const CSV_PAGE = 1000;

/** The audit log. */
export function actionRoutes(deps: ActionDeps): Router {
  const router = Router();
  router.get('/actions', list(deps));
  router.get('/actions.csv', exportActions(deps));
  return router;
}

type Query = Pick<ActionFilter, 'search' | 'action' | 'actor'> & { account?: string; from?: Date; to?: Date };

const FILTER = {
  search,
  action: query.text(60),
  actor: query.text(254),
  account: uuid.optional().empty(''),
  from: query.from(),
  to: query.to(),
};
const LISTED = Joi.object<Query & { cursor?: string }>({ ...FILTER, cursor: query.cursor() });
const EXPORTED = Joi.object<Query>(FILTER);

const toFilter = ({ account, from, to, ...rest }: Query): ActionFilter => ({
  ...rest,
  accountId: account,
  since: from,
  until: to,
});

function list({ db }: ActionDeps): RequestHandler {
  return async (request, response) => {
    const { cursor, ...asked } = readFields(LISTED, request.query, timeZoneOf(response));
    const before = cursor === undefined ? null : BigInt(readCursor(cursor, PLACE.number)[0]);
    const { rows, next } = await readPage(PAGE_ROWS, (limit) => listActions(db, toFilter(asked), { before, limit }));
    response.json({
      rows: rows.map(toOperatorAction),
      next: next && writeCursor(String(next.id)),
    } satisfies Page<OperatorAction>);
  };
}

/** All of them as a file, newest first. */
function exportActions({ db, clock, exports }: ActionDeps): RequestHandler {
  return async (request, response) => {
    const zone = timeZoneOf(response);
    const filter = toFilter(readFields(EXPORTED, request.query, zone));
    const pages = readPages<AuditedAction>(CSV_PAGE, (last, limit) =>
      listActions(db, filter, { before: last?.id ?? null, limit }),
    );
    const file = { name: 'audit-log', now: clock.now(), zone, columns: ACTION_COLUMNS, pages };
    await exportCsv(exports, OPERATORS, response, file);
  };
}
