import { type ActionFilter, type AuditedAction, listActions } from '@topup/core/audit';
import { pick } from '@topup/core/shared';
import type { AccountAction } from '@topup/dashboard-contract';
import { Router } from 'express';
import { accountIdOf, requireRight } from '../../auth/signed-in';
import { columnsOf } from '../../http/csv';
import { type ListDeps, SPAN, type Span, serveStored } from '../../http/lists';
import { byNumber } from '../../http/pagination';
import { query } from '../../http/query';
import { nameOfActor } from '../../operator/actions/actions.routes';

/** Serves the history of actions on the account, newest first. */
export function activityRoutes(deps: ListDeps & { site: { name: string } }): Router {
  const router = Router();
  router.get(['/activity', '/activity.csv'], requireRight('activity'));
  serveStored(router, deps, {
    path: '/activity',
    file: 'activity',
    accountOf: accountIdOf,
    filters: { search: query.text(200), action: query.text(60), ...SPAN },
    place: byNumber,
    read: ({ from: since, to: until, ...asked }: Query, { after: before, limit }, response) => {
      // a search does not find what these pages do not show, such as the name of an operator
      const filter = { ...asked, since, until, accountId: accountIdOf(response), searchShown: true };
      return listActions(deps.db, filter, { before, limit });
    },
    toRow: (row: AuditedAction) => toAccountAction(row, deps.site.name),
    columns: columnsOf<Row>()(['id,at,by,address,action,subject,reference,before,after,details']),
  });
  return router;
}

type Query = Pick<ActionFilter, 'search' | 'action'> & Span;
type Row = Omit<AccountAction, 'id' | 'at'> & Pick<AuditedAction, 'id' | 'at'>;

/**
 * Of an operator's action, owners see what was done, as done by the service. They see neither who it was, nor from
 * where, nor what they noted.
 */
function toAccountAction(row: AuditedAction, service: string): Row {
  const { actorKind } = row;
  const ofStaff = actorKind === 'operator' || actorKind === 'ops';
  const ofTheAccount = actorKind === 'user' || actorKind === 'key';
  return {
    ...pick(row, 'id', 'at', 'action', 'subject', 'before', 'after'),
    reference: row.requestRef,
    by: ofTheAccount ? nameOfActor(row) : ofStaff ? service : 'System',
    address: ofStaff ? null : row.address,
    details: ofStaff ? {} : row.details,
  };
}
