import type { Refused } from '@topup/core/errors';
import { type AskedApproval, listCapUse } from '@topup/core/operator-guard';
import {
  endAccess,
  findUser,
  inviteOperator,
  linkUser,
  listOperators,
  type Member,
  resetFactor,
  type User,
} from '@topup/core/user';
import type { OperatorLink } from '@topup/dashboard-contract';
import { type Request, type Response, Router } from 'express';
import Joi from 'joi';
import { byOf } from '../../auth/signed-in';
import { type LinkDeps, type LinkedUser, letters, mailLink, toMember } from '../../auth/user-links';
import { isAsked, serveChange, toApproval } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { type ListDeps, serveWhole } from '../../http/lists';
import { line, parseIdParam, readFields } from '../../http/read-fields';
import { done, notFound } from '../../http/refusal';
import { approvalNote, email } from '../operator.input';

const ADDED = Joi.object<{ name: string; email: string; approvalNote?: string }>({ name: line, email, approvalNote });
const NOTED = Joi.object<{ approvalNote?: string }>({ approvalNote });

/** The operators themselves. Each change of them needs the approval of a second operator. */
export function operatorUserRoutes(deps: LinkDeps & ListDeps): Router {
  const { db } = deps;
  const router = Router();
  serveWhole(router, deps, {
    path: '/operators',
    file: 'operators',
    read: async () => {
      const [operators, used] = await Promise.all([listOperators(db), listCapUse(db)]);
      return operators.map((user) => ({ ...toMember(user), usedTodayKobo: used.get(user.id) ?? 0n }));
    },
    columns: columnsOf<Member & { usedTodayKobo: bigint }>()([
      'id,name,email,invited,two_factor,used_today,last_sign_in_at',
    ]),
  });
  // the link is made at once, and works from the moment of the approval on
  router.post('/operators', async (request, response) => {
    const { approvalNote: note, ...person } = readFields(ADDED, request.body);
    const { id, token, outcome } = await inviteOperator(db, byOf(response), person, { note });
    await sendLink(deps, response, { id, ...person, token }, outcome, letters.invitation);
  });
  // for an operator whose invitation has expired, or who lost the password
  router.post('/operators/:id/link', async (request, response) => {
    const { approvalNote } = readFields(NOTED, request.body);
    const user = await requestedOperator(deps, request);
    const { token, outcome } = await linkUser(db, byOf(response), user, approvalNote);
    await sendLink(deps, response, { ...user, token }, outcome, letters.reset);
  });
  // removes the second factor of an operator who has lost it, and signs them out
  serveChange(router, '/operators/:id/factor-reset', {
    of: (request) => requestedOperator(deps, request),
    body: NOTED,
    make: ({ approvalNote }, by, user) => resetFactor(db, by, user, approvalNote),
  });
  // signs an operator out everywhere; they cannot sign in again
  serveChange(router, '/operators/:id/disable', {
    of: (request) => requestedOperator(deps, request),
    body: NOTED,
    make: ({ approvalNote }, by, user) => endAccess(db, by, user, approvalNote),
  });
  return router;
}

/** @throws Refusal 404 when there is no such operator who may sign in */
async function requestedOperator({ db }: LinkDeps, request: Request): Promise<User> {
  const user = await findUser(db, { id: parseIdParam(request, 'operator') });
  if (user === null || user.disabledAt !== null || user.role !== 'operator') throw notFound('operator');
  return user;
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
