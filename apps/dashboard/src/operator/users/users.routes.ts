import { findAccount } from '@topup/core/account';
import type { Db } from '@topup/core/shared';
import { endAccess, findUser, inviteUser, linkUser, type MemberRole, parseRole, type User } from '@topup/core/user';
import type { Invitation } from '@topup/dashboard-contract';
import { type Request, Router } from 'express';
import Joi from 'joi';
import { byOf } from '../../auth/signed-in';
import { type LinkDeps, mailLink, toInvitation } from '../../auth/user-links';
import { idOf, serveChange } from '../../http/change';
import { line, parseIdParam, textRule } from '../../http/read-fields';
import { done, notFound, refusalOf } from '../../http/refusal';
import { approvalNote, email } from '../operator.input';

type Invited = { name: string; email: string; role: MemberRole; approvalNote?: string };

/** No buyer, who spends the wallet: else an operator could spend any account's money under the buyer's name. */
const invitedRole = textRule('must be owner or viewer', (word) => {
  const role = parseRole(word);
  return role === 'buyer' ? null : role;
}).label('Role');

/** The users of accounts. A mail follows the transaction of its user, because no transaction may wait for it. */
export function userRoutes(deps: LinkDeps): Router {
  const { db } = deps;
  const router = Router();
  serveChange(router, '/accounts/:id/users', {
    of: idOf('account'),
    body: Joi.object<Invited>({ name: line, email, role: invitedRole, approvalNote }),
    make: async ({ approvalNote: note, ...given }, by, accountId) => {
      if ((await findAccount(db, accountId)) === null) throw notFound('account');
      return inviteUser(db, by, { accountId, ...given }, { note });
    },
    answer: (invited): Promise<Invitation> => toInvitation(deps, invited),
    status: 201,
  });
  // a link for a new password, with which its holder can sign in as the user
  router.post('/users/:id/link', async (request, response) => {
    const user = await userOf(db, request);
    const { token, outcome } = await linkUser(db, byOf(response), user);
    done(outcome);
    response.json({ link: await mailLink(deps, { ...user, token }) });
  });
  // signs a user out everywhere; they cannot sign in again
  serveChange(router, '/users/:id/disable', {
    of: (request) => userOf(db, request),
    make: (_, by, user) => endAccess(db, by, user),
  });
  return router;
}

/** A user of an account. With a link for another operator, an operator could act under that operator's name. */
async function userOf(db: Db, request: Request): Promise<User> {
  const user = await findUser(db, { id: parseIdParam(request, 'user') });
  if (user === null || user.disabledAt !== null) throw notFound('user');
  if (user.accountId === null) throw refusalOf({ kind: 'is_an_operator', email: user.email });
  return user;
}
