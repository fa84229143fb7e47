import { findAccount } from '@topup/core/account';
import type { Db } from '@topup/core/shared';
import { endAccess, findUser, inviteUser, linkUser, type User } from '@topup/core/user';
import type { Invitation, MemberRole } from '@topup/dashboard-contract';
import { type Request, type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { type LinkDeps, mailLink, toInvitation } from '../../auth/user-links';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { change, idOf } from '../../http/change';
import { parseIdParam } from '../../http/parse-id-param';
import { line } from '../../http/read-fields';
import { done, notFound, refusalOf } from '../../http/refusal';
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
const invite = (deps: LinkDeps): RequestHandler =>
  change({
    of: idOf('account'),
    body: Joi.object<Invited>({ name: line, email, role: Joi.valid('owner', 'member').required(), approvalNote }),
    make: async ({ approvalNote: note, ...given }, by, accountId) => {
      if ((await findAccount(deps.db, accountId)) === null) throw notFound('account');
      return inviteUser(deps.db, by, { accountId, ...given }, { note });
    },
    answer: (invited): Promise<Invitation> => toInvitation(deps, invited),
    status: 201,
  });

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
const disable = ({ db }: Pick<Deps, 'db'>): RequestHandler =>
  change({ of: (request) => userOf(db, request), make: (_, by, user) => endAccess(db, by, user) });

/** A user of an account. With a link for another operator, an operator could act under that operator's name. */
async function userOf(db: Db, request: Request): Promise<User> {
  const user = await findUser(db, { id: parseIdParam(request, 'user') });
  if (user === null || user.disabledAt !== null) throw notFound('user');
  if (user.accountId === null) throw refusalOf({ kind: 'is_an_operator', email: user.email });
  return user;
}
