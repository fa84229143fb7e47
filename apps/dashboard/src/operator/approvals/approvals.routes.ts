import { findAccount } from '@topup/core/account';
import { findApproval, guardedActionKinds, listApprovals, readApprovalPolicy } from '@topup/core/operator-guard';
import type { Db } from '@topup/core/shared';
import type { ApprovalDetail, ApprovalKind } from '@topup/dashboard-contract';
import { type RequestHandler, type Response, Router } from 'express';
import { signedInOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { PLACE, readPage } from '../../http/pagination';
import { parseIdParam } from '../../http/parse-id-param';
import { query } from '../../http/query';
import { notFound } from '../../http/refusal';
import { type ListDeps, present, SPAN, type Span, servePaged } from '../list-routes';
import { APPROVAL_COLUMNS, toApprovalDetail, toApprovalRow } from './approvals.presenter';
import { cancelRequest, decideRequest } from './decide-request';
import { changeMoneyLimits, showApprovalPolicy } from './limits';

type ApprovalDeps = Pick<Deps, 'operator'> & ListDeps;

/** Actions that need a second operator, and the policy that says so. */
export function approvalRoutes(deps: ApprovalDeps): Router {
  const router = Router();
  serveList(router, deps);
  router.get('/approvals/:id', show(deps));
  router.post('/approvals/:id/approve', decideRequest(deps, { approve: true }));
  router.post('/approvals/:id/decline', decideRequest(deps, { approve: false }));
  router.post('/approvals/:id/cancel', cancelRequest(deps));
  router.get('/limits', showApprovalPolicy(deps));
  router.post('/limits', changeMoneyLimits(deps));
  return router;
}

function serveList(router: Router, deps: ListDeps): void {
  servePaged(router, deps, {
    path: '/approvals',
    file: 'approvals',
    filters: { state: query.oneOf(['open', 'decided']), kind: query.oneOf(guardedActionKinds), ...SPAN },
    place: PLACE.id,
    placeOf: ({ id }) => id,
    read: ({ state, ...asked }: Span & { state?: string; kind?: ApprovalKind }, { after, limit }) => {
      const filter = { ...asked, open: state === 'open', decided: state === 'decided', after: after ?? undefined };
      return readPage(limit, (most) => listApprovals(deps.db, { ...filter, limit: most })).then(present(toApprovalRow));
    },
    columns: APPROVAL_COLUMNS,
  });
}

function show({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    response.json(await readApproval(db, response, parseIdParam(request, 'approval')));
  };
}

/** As the signed-in operator sees it. @throws Refusal 404 */
async function readApproval(db: Db, response: Response, id: string): Promise<ApprovalDetail> {
  const approval = await findApproval(db, id);
  if (approval === null) throw notFound('approval');
  const [policy, account] = await Promise.all([
    readApprovalPolicy(db),
    approval.accountId === null ? null : findAccount(db, approval.accountId),
  ]);
  const balanceKobo = account?.balanceKobo ?? null;
  return toApprovalDetail(approval, { me: signedInOf(response).userId, policy, balanceKobo });
}
