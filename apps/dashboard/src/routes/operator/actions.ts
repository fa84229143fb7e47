import { listActions } from '@topup/core';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { OperatorAction, Page } from '../../contract';
import type { Deps } from '../../deps';
import { readFields } from '../../http/fields';
import { search } from './inputs';
import { cutPage, NUMBER, PAGE_ROWS, readCursor, writeCursor } from './paging';
import { toldAction } from './told-action';

/** What operators have done. */
export function actionRoutes(deps: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/actions', list(deps));
  return router;
}

function list({ db }: Pick<Deps, 'db'>): RequestHandler {
  const query = Joi.object<{ search?: string; cursor?: string }>({ search, cursor: Joi.string() });
  return async (request, response) => {
    const { search, cursor } = readFields(query, request.query);
    const [before] = readCursor(cursor, NUMBER) ?? [];
    const rows = await listActions(db, {
      ...(search && { search }),
      before: before === undefined ? null : BigInt(before),
      limit: PAGE_ROWS + 1,
    });
    response.json(cutPage(rows, toldAction, (last) => writeCursor(String(last.id))) satisfies Page<OperatorAction>);
  };
}
