import { findAccount } from '@topup/core/account';
import { type NewAction, withAuditLog } from '@topup/core/audit';
import type { Db } from '@topup/core/shared';
import { disableUser, findUser, type User } from '@topup/core/user';
import type { Invitation, MemberRole } from '@topup/dashboard-contract';
import { type Request, type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { inviteUser, type LinkDeps, linkUser, mailLink, toInvitation } from '../../auth/user-links';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { parseIdParam } from '../../http/parse-id-param';
import { readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { email, line } from '../operator.input';
import { isAnOperator } from '../refusals';

/** The users of accounts. */
export function userRoutes(deps: LinkDeps): Router {
  const router = Router();
  router.post('/accounts/:id/users', invite(deps));
  router.post('/users/:id/link', link(deps));
  router.post('/users/:id/disable', disable(deps));
  return router;
}

type Invited = { name: string; email: string; role: MemberRole };

/**
 * The user and the audit record are written in one transaction. The mail follows, because no transaction may wait for
 * it.
 */
function invite(deps: LinkDeps): RequestHandler {
  const body = Joi.object<Invited>({ name: line, email, role: Joi.valid('owner', 'member').required() });
  return async (request, response) => {
    const accountId = parseIdParam(request, 'account');
    const user = { accountId, ...readFields(body, request.body) };
    if ((await findAccount(deps.db, accountId)) === null) throw notFound('account');
    const invited = await withAuditLog(deps.db, actorOf(response), originOf(response), async (tx) => {
      const result = await inviteUser(tx, user);
      const after = { role: user.role };
      return { result, action: { ...actionOn(result, 'user.invite'), after } };
    });
    response.status(201).json((await toInvitation(deps, invited)) satisfies Invitation);
  };
}

/** Creates a link for a new password, with which its holder can sign in as the user. */
function link(deps: LinkDeps): RequestHandler {
  return async (request, response) => {
    const user = await userOf(deps.db, request);
    const linked = await withAuditLog(deps.db, actorOf(response), originOf(response), async (tx) => {
      return { result: await linkUser(tx, user), action: actionOn(user, 'user.link') };
    });
    response.json({ link: await mailLink(deps, linked) });
  };
}

/** Signs a user out everywhere; they cannot sign in again. */
function disable({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const user = await userOf(db, request);
    await withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
      const result = await disableUser(tx, user.id);
      return { result, action: result ? actionOn(user, 'user.disable') : null };
    });
    response.json({});
  };
}

/** A user of an account. With a link for another operator, an operator could act under that operator's name. */
async function userOf(db: Db, request: Request): Promise<User> {
  const user = await findUser(db, { id: parseIdParam(request, 'user') });
  if (user === null || user.disabledAt !== null) throw notFound('user');
  if (user.accountId === null) throw isAnOperator(user);
  return user;
}

function actionOn({ id, accountId, email }: User, action: string): NewAction {
  const subject = { subject: email, subjectId: id, subjectIsPerson: true };
  return { action, ...subject, ...(accountId !== null && { accountId }) };
}
