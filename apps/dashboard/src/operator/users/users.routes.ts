import { findAccount } from '@topup/core/account';
import type { Db } from '@topup/core/shared';
import { endAccess, findUser, inviteUser, linkUser, type User } from '@topup/core/user';
import type { Invitation, MemberRole } from '@topup/dashboard-contract';
import { type Request, type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { type LinkDeps, mailLink, toInvitation } from '../../auth/user-links';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { parseIdParam } from '../../http/parse-id-param';
import { line, readFields } from '../../http/read-fields';
import { done, notFound, refusalOf } from '../../http/refusal';
import { isAsked, sendAsked } from '../approvals/answer-guarded';
import { approvalNote, email } from '../operator.input';

/** The users of accounts. */
export function userRoutes(deps: LinkDeps): Router {
  const router = Router();
  router.post('/accounts/:id/users', invite(deps));
  router.post('/users/:id/link', link(deps));
  router.post('/users/:id/disable', disable(deps));
  return router;
}

type Invited = { name: string; email: string; role: MemberRole; approvalNote?: string };

/**
 * The user and the audit record are written in one transaction. The mail follows, because no transaction may wait for
 * it.
 */
function invite(deps: LinkDeps): RequestHandler {
  const role = Joi.valid('owner', 'member').required();
  const body = Joi.object<Invited>({ name: line, email, role, approvalNote });
  return async (request, response) => {
    const accountId = parseIdParam(request, 'account');
    const { approvalNote, ...given } = readFields(body, request.body);
    if ((await findAccount(deps.db, accountId)) === null) throw notFound('account');
    const invited = await inviteUser(deps.db, byOf(response), { accountId, ...given }, { note: approvalNote });
    if (isAsked(invited)) sendAsked(response, invited);
    else response.status(201).json((await toInvitation(deps, done(invited))) satisfies Invitation);
  };
}

/** Creates a link for a new password, with which its holder can sign in as the user. */
function link(deps: LinkDeps): RequestHandler {
  return async (request, response) => {
    const user = await userOf(deps.db, request);
    const { token, outcome } = await linkUser(deps.db, byOf(response), user);
    done(outcome);
    response.json({ link: await mailLink(deps, { ...user, token }) });
  };
}

/** Signs a user out everywhere; they cannot sign in again. */
function disable({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    done(await endAccess(db, byOf(response), await userOf(db, request)));
    response.json({});
  };
}

/** A user of an account. With a link for another operator, an operator could act under that operator's name. */
async function userOf(db: Db, request: Request): Promise<User> {
  const user = await findUser(db, { id: parseIdParam(request, 'user') });
  if (user === null || user.disabledAt !== null) throw notFound('user');
  if (user.accountId === null) throw refusalOf({ kind: 'is_an_operator', email: user.email });
  return user;
}
