import { listActions } from '@topup/core/audit';
import type { OperatorAction, Page } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { PAGE_ROWS, PLACE, readCursor, readPage, writeCursor } from '../../http/pagination';
import { query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { search } from '../operator.input';
import { toOperatorAction } from './actions.presenter';

/** The audit log. */
export function actionRoutes(deps: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/actions', list(deps));
  return router;
}

function list({ db }: Pick<Deps, 'db'>): RequestHandler {
  const asked = Joi.object<{ search?: string; cursor?: string }>({ search, cursor: query.cursor() });
  return async (request, response) => {
    const { search, cursor } = readFields(asked, request.query);
    const before = cursor === undefined ? null : BigInt(readCursor(cursor, PLACE.number)[0]);
    const { rows, next } = await readPage(PAGE_ROWS, (limit) => listActions(db, { search }, { before, limit }));
    response.json({
      rows: rows.map(toOperatorAction),
      next: next && writeCursor(String(next.id)),
    } satisfies Page<OperatorAction>);
  };
}
