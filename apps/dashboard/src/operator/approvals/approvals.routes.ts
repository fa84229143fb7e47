import { findAccount } from '@topup/core/account';
import { type ApprovalFilter, findApproval, listApprovals, readMoneyRule, stepKinds } from '@topup/core/operator-guard';
import type { Db } from '@topup/core/shared';
import type { ApprovalDetail, ApprovalKind, ApprovalRow, Page } from '@topup/dashboard-contract';
import { type RequestHandler, type Response, Router } from 'express';
import Joi from 'joi';
import { signedInOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { PAGE_ROWS, PLACE, readCursor, readPage, writeCursor } from '../../http/pagination';
import { parseIdParam } from '../../http/parse-id-param';
import { query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { toApprovalDetail, toApprovalRow } from './approvals.presenter';
import { cancelRequest, decideRequest } from './decide-request';
import { changeMoneyLimits, showMoneyRule } from './limits';

type ApprovalDeps = Pick<Deps, 'db' | 'operator'>;

/** What needs a second operator, and the rule that says so. */
export function approvalRoutes(deps: ApprovalDeps): Router {
  const router = Router();
  router.get('/approvals', list(deps));
  router.get('/approvals/:id', show(deps));
  router.post('/approvals/:id/approve', decideRequest(deps, { approve: true }));
  router.post('/approvals/:id/decline', decideRequest(deps, { approve: false }));
  router.post('/approvals/:id/cancel', cancelRequest(deps));
  router.get('/limits', showMoneyRule(deps));
  router.post('/limits', changeMoneyLimits(deps));
  return router;
}

const LISTED = Joi.object<{ state?: 'open' | 'decided'; kind?: ApprovalKind; cursor?: string }>({
  state: query.oneOf(['open', 'decided']),
  kind: query.oneOf(stepKinds),
  cursor: query.cursor(),
});

function list({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { state, kind, cursor } = readFields(LISTED, request.query);
    const after = cursor === undefined ? undefined : readCursor(cursor, PLACE.id)[0];
    const filter: ApprovalFilter = { open: state === 'open', decided: state === 'decided', kind };
    const { rows, next } = await readPage(PAGE_ROWS, (limit) => listApprovals(db, { ...filter, after, limit }));
    response.json({ rows: rows.map(toApprovalRow), next: next && writeCursor(next.id) } satisfies Page<ApprovalRow>);
  };
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
  const [rule, account] = await Promise.all([
    readMoneyRule(db),
    approval.accountId === null ? null : findAccount(db, approval.accountId),
  ]);
  const balanceKobo = account?.balanceKobo ?? null;
  return toApprovalDetail(approval, { me: signedInOf(response).userId, rule, balanceKobo });
}
