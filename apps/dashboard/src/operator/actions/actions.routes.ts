import { type ActionFilter, listActions } from '@topup/core/audit';
import { Router } from 'express';
import { PLACE, readPage } from '../../http/pagination';
import { query } from '../../http/query';
import { type ListDeps, present, SPAN, type Span, servePaged } from '../list-routes';
import { search, uuid } from '../operator.input';
import { ACTION_COLUMNS, toOperatorAction } from './actions.presenter';

type Query = Pick<ActionFilter, 'search' | 'action' | 'actor'> & Span & { account?: string };

/** The audit log, newest first. */
export function actionRoutes(deps: ListDeps): Router {
  const router = Router();
  servePaged(router, deps, {
    path: '/actions',
    file: 'audit-log',
    filters: {
      search,
      action: query.text(60),
      actor: query.text(254),
      account: uuid.optional().empty(''),
      ...SPAN,
    },
    place: PLACE.number,
    placeOf: ({ id }) => String(id),
    read: (asked: Query, { after, limit }) => {
      const before = after === null ? null : BigInt(after);
      return readPage(limit, (most) => listActions(deps.db, toFilter(asked), { before, limit: most })).then(
        present(toOperatorAction),
      );
    },
    columns: ACTION_COLUMNS,
  });
  return router;
}

const toFilter = ({ account, from, to, ...rest }: Query): ActionFilter => ({
  ...rest,
  accountId: account,
  since: from,
  until: to,
});
