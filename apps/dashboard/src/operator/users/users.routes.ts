import { findAccount } from '@topup/core/account';
import { insertAction, type NewAction, withAuditLog } from '@topup/core/audit';
import type { Db } from '@topup/core/shared';
import { disableUser, findUser, insertUser, type User } from '@topup/core/user';
import type { Invitation } from '@topup/dashboard-contract';
import { type Request, type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { inviteUser, type LinkDeps, newLink } from '../../auth/user-links';
import type { Deps } from '../../deps';
import { idOf } from '../../http/parse-id-param';
import { readFields } from '../../http/read-fields';
import { notFound, Refusal } from '../../http/refusal';
import { operatorOf } from '../audit-actor';
import { email, line } from '../operator.input';

/** Those who sign in for accounts. */
export function userRoutes(deps: LinkDeps): Router {
  const router = Router();
  router.post('/accounts/:id/users', invite(deps));
  router.post('/users/:id/link', link(deps));
  router.post('/users/:id/disable', disable(deps));
  return router;
}

type Invited = { name: string; email: string; role: 'owner' | 'member' };

/** The user and the record of who let them in are written together; the mail goes out after that, because no transaction may wait for it. */
function invite(deps: LinkDeps): RequestHandler {
  const body = Joi.object<Invited>({ name: line, email, role: Joi.valid('owner', 'member').required() });
  return async (request, response) => {
    const accountId = idOf(request, 'account');
    const user = { accountId, ...readFields(body, request.body) };
    if ((await findAccount(deps.db, accountId)) === null) throw notFound('account');
    const invitation = await inviteUser(deps, user, (added) =>
      withAuditLog(deps.db, operatorOf(response), async (tx) => {
        const result = await insertUser(tx, added);
        const action = { action: 'user.invite', subject: added.email, accountId, details: { role: added.role } };
        return { result, action: result === 'email_taken' ? null : action };
      }),
    );
    response.status(201).json(invitation satisfies Invitation);
  };
}

/**
 * A link for a new password. It is recorded before it is made: it lets its bearer in as another, so that one without a record must not be; a record without a
 * link only tells of one that nobody has got.
 */
function link(deps: LinkDeps): RequestHandler {
  return async (request, response) => {
    const user = await userOf(deps.db, request);
    await insertAction(deps.db, operatorOf(response), actionOn(user, 'user.link'));
    response.json({ link: await newLink(deps, user) });
  };
}

/** Signs a user out everywhere, and lets them in no more. */
function disable({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const user = await userOf(db, request);
    await withAuditLog(db, operatorOf(response), async (tx) => {
      const result = await disableUser(tx, user.id);
      return { result, action: result ? actionOn(user, 'user.disable') : null };
    });
    response.json({});
  };
}

/** Of an account. An operator who got in as another operator would leave that one's name on what they do. */
async function userOf(db: Db, request: Request): Promise<User> {
  const user = await findUser(db, { id: idOf(request, 'user') });
  if (user === null || user.disabledAt !== null) throw notFound('user');
  if (user.accountId === null)
    throw new Refusal(403, 'is_an_operator', 'Operators are managed with `ops user`, not from here.');
  return user;
}

function actionOn({ accountId, email }: User, action: string): NewAction {
  return { action, subject: email, ...(accountId !== null && { accountId }) };
}
