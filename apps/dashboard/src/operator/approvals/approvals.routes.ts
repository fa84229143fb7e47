import { findAccount } from '@topup/core/account';
import {
  cancelApproval,
  changePolicy,
  countOpenApprovals,
  decideRequest,
  findApproval,
  guardedActionKinds,
  listApprovals,
  readApprovalPolicy,
  readCapUse,
} from '@topup/core/operator-guard';
import { type Db, formatNaira } from '@topup/core/shared';
import type { ApprovalKind, ApprovalPolicy } from '@topup/dashboard-contract';
import { type Response, Router } from 'express';
import Joi from 'joi';
import { signedInOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { idOf, serveChange } from '../../http/change';
import { type ListDeps, SPAN, type Span, serveStored } from '../../http/lists';
import { byId } from '../../http/pagination';
import { query } from '../../http/query';
import { line, parseIdParam } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { approvalNote, naira, nairaFromZero } from '../operator.input';
import { enqueueFollowUps } from '../purchases/decide-purchase';
import { APPROVAL_COLUMNS, toApprovalDetail, toApprovalRow, toLimits } from './approvals.presenter';

type ApprovalDeps = Pick<Deps, 'operator'> & ListDeps;

/** Actions that need a second operator, and the policy that says so. */
export function approvalRoutes(deps: ApprovalDeps): Router {
  const { db } = deps;
  const router = Router();
  serveStored(router, deps, {
    path: '/approvals',
    file: 'approvals',
    filters: { state: query.oneOf(['open', 'decided']), kind: query.oneOf(guardedActionKinds), ...SPAN },
    place: byId,
    read: ({ state, ...asked }: Span & { state?: string; kind?: ApprovalKind }, { after, limit }) => {
      const filter = { ...asked, open: state === 'open', decided: state === 'decided', after: after ?? undefined };
      return listApprovals(db, { ...filter, limit });
    },
    toRow: toApprovalRow,
    columns: APPROVAL_COLUMNS,
  });
  router.get('/approvals/:id', async (request, response) => {
    const approval = await findApproval(db, parseIdParam(request, 'approval'));
    if (approval === null) throw notFound('approval');
    const [policy, account] = await Promise.all([
      readApprovalPolicy(db),
      approval.accountId === null ? null : findAccount(db, approval.accountId),
    ]);
    const balanceKobo = account?.balanceKobo ?? null;
    response.json(toApprovalDetail(approval, { me: meOf(response), policy, balanceKobo }));
  });
  serveDecision(router, deps, true);
  serveDecision(router, deps, false);
  // takes back one's own request
  serveChange(router, '/approvals/:id/cancel', {
    of: idOf('approval'),
    make: (_, by, id) => cancelApproval(db, by, id),
  });
  router.get('/limits', async (_request, response) => response.json(await readPolicy(db, meOf(response))));
  serveChange(router, '/limits', {
    of: (_request, response) => meOf(response),
    body: Joi.object<{ approvalLimit: bigint; dailyCap: bigint; approvalNote?: string }>({
      approvalLimit: nairaFromZero.label('Approval limit'),
      dailyCap: naira.label('Daily cap'),
      approvalNote,
    }),
    make: ({ approvalLimit: approvalLimitKobo, dailyCap: dailyCapKobo, approvalNote: approval }, by) =>
      changePolicy(db, by, { approvalLimitKobo, dailyCapKobo }, { approval }),
    answer: (_made, _given, me) => readPolicy(db, me),
  });
  return router;
}

const meOf = (response: Response): string => signedInOf(response).userId;

/** Approves or declines. Approving does what was asked for, in the same transaction. */
function serveDecision(router: Router, { db, operator }: ApprovalDeps, approve: boolean): void {
  serveChange(router, `/approvals/:id/${approve ? 'approve' : 'decline'}`, {
    of: idOf('approval'),
    body: Joi.object<{ note?: string }>({
      note: approve ? line.optional().empty('').label('Note') : line.label('Reason'),
    }),
    make: ({ note = null }, by, id) => decideRequest(db, by, { id, approve, note }),
    answer: (decided) => {
      if (decided.kind === 'approved') enqueueFollowUps(operator, decided); // a refund is told to the client
    },
  });
}

/** The approval policy, what the operator may still move today, and how many approvals wait for them. */
async function readPolicy(db: Db, me: string): Promise<ApprovalPolicy> {
  const [policy, used, usedByOps, toDecide] = await Promise.all([
    readApprovalPolicy(db),
    readCapUse(db, me),
    readCapUse(db, 'ops'),
    countOpenApprovals(db, me),
  ]);
  const left = policy.dailyCapKobo - used;
  return {
    ...toLimits(policy),
    approvals: policy.approvals,
    leftToday: formatNaira(left > 0n ? left : 0n),
    usedByOps: formatNaira(usedByOps),
    toDecide,
  };
}
