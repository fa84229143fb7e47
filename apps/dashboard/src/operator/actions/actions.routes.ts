import { type ActionFilter, type AuditedAction, listActions } from '@topup/core/audit';
import { Router } from 'express';
import { columnsOf, OF_ACCOUNT } from '../../http/csv';
import { type ListDeps, SPAN, type Span, serveStored } from '../../http/lists';
import { byNumber } from '../../http/pagination';
import { query } from '../../http/query';
import { search, uuid } from '../operator.input';

type Query = Pick<ActionFilter, 'search' | 'action' | 'actor'> & Span & { account?: string };

/** The audit log, newest first. */
export function actionRoutes(deps: ListDeps): Router {
  const router = Router();
  serveStored(router, deps, {
    path: '/actions',
    file: 'audit-log',
    filters: {
      search,
      action: query.text(60),
      actor: query.text(254),
      account: uuid.optional().empty(''),
      ...SPAN,
    },
    place: byNumber,
    read: ({ account: accountId, from: since, to: until, ...asked }: Query, { after: before, limit }) =>
      listActions(deps.db, { ...asked, accountId, since, until }, { before, limit }),
    toRow: toOperatorAction,
    columns: columnsOf<ReturnType<typeof toOperatorAction>>()([
      'id,at,kind,by,user_id,system_user,address',
      ...OF_ACCOUNT,
      'action,subject,subject_id,reference,note,before,after,details,session_id,request_id,db_role',
    ]),
  });
  return router;
}

export function toOperatorAction(action: AuditedAction) {
  const { actorKind: kind, userEmail: _email, keyName: _key, accountId: id, accountName, requestRef, ...row } = action;
  const account = id === null ? null : { id, name: accountName ?? id };
  return { ...row, kind, by: nameOfActor(action), account, reference: requestRef };
}

/** For a key its own name, because its id says nothing to anybody. */
export const nameOfActor = ({ actorKind, userEmail, keyName }: AuditedAction): string =>
  actorKind === 'key' && keyName !== null ? `API key "${keyName}"` : userEmail;
