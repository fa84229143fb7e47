import type { Refused } from '@topup/core/errors';
import { type AskedApproval, listCapUse } from '@topup/core/operator-guard';
import { inviteOperator, linkUser, listOperators, type Member } from '@topup/core/user';
import type { OperatorLink } from '@topup/dashboard-contract';
import { type RequestHandler, type Response, Router } from 'express';
import Joi from 'joi';
import { toMember } from '../../account/team/team.presenter';
import { type LinkDeps, type LinkedUser, letters, mailLink } from '../../auth/user-links';
import { byOf } from '../../http/audit';
import { isAsked, toApproval } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { line, readFields } from '../../http/read-fields';
import { done } from '../../http/refusal';
import { type ListDeps, serveWhole } from '../list-routes';
import { approvalNote, email } from '../operator.input';
import { disable, resetFactor } from './end-access';
import { requestedOperator } from './requested-operator';

/** The operators themselves. Each change of them needs the approval of a second operator. */
export function operatorUserRoutes(deps: LinkDeps & ListDeps): Router {
  const router = Router();
  serveList(router, deps);
  router.post('/operators', add(deps));
  router.post('/operators/:id/link', link(deps));
  router.post('/operators/:id/factor-reset', resetFactor(deps));
  router.post('/operators/:id/disable', disable(deps));
  return router;
}

function serveList(router: Router, deps: ListDeps): void {
  serveWhole(router, deps, {
    path: '/operators',
    file: 'operators',
    filters: {},
    read: async () => {
      const [operators, used] = await Promise.all([listOperators(deps.db), listCapUse(deps.db)]);
      return operators.map((user) => ({ ...toMember(user), usedTodayKobo: used.get(user.id) ?? 0n }));
    },
    columns: columnsOf<Member & { usedTodayKobo: bigint }>()([
      'id,name,email,invited,two_factor,used_today,last_sign_in_at',
    ]),
  });
}

/** The link is made at once, and works from the moment of the approval on. */
function add(deps: LinkDeps): RequestHandler {
  const body = Joi.object<{ name: string; email: string; approvalNote?: string }>({ name: line, email, approvalNote });
  return async (request, response) => {
    const { approvalNote, ...person } = readFields(body, request.body);
    const { id, token, outcome } = await inviteOperator(deps.db, byOf(response), person, { note: approvalNote });
    await sendLink(deps, response, { id, ...person, token }, outcome, letters.invitation);
  };
}

/** For an operator whose invitation has expired, or who lost the password. */
function link(deps: LinkDeps): RequestHandler {
  const body = Joi.object<{ approvalNote?: string }>({ approvalNote });
  return async (request, response) => {
    const { approvalNote } = readFields(body, request.body);
    const user = await requestedOperator(deps.db, request);
    const { token, outcome } = await linkUser(deps.db, byOf(response), user, approvalNote);
    await sendLink(deps, response, { ...user, token }, outcome, letters.reset);
  };
}

/**
 * Mails the link, or shows it to the operator who asked. If the same was requested before, only the first link works.
 * @throws Refusal
 */
async function sendLink(
  deps: LinkDeps,
  response: Response,
  user: LinkedUser,
  outcome: { kind: string } | AskedApproval | Refused,
  letter: (typeof letters)[keyof typeof letters],
): Promise<void> {
  const approval = isAsked(outcome) ? toApproval(outcome) : null;
  if (approval === null) done(outcome);
  const sent = approval === null ? letter : letters.waiting;
  const shown = approval?.before === true ? null : await mailLink(deps, user, sent);
  response.status(approval === null ? 201 : 202).json({ link: shown, approval } satisfies OperatorLink);
}
