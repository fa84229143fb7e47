import { findAccount } from '@topup/core/account';
import { userActions } from '@topup/core/audit';
import { type GuardActor, isGuardRefusal } from '@topup/core/operator-guard';
import { type Db, type DbOrTransaction, newId } from '@topup/core/shared';
import { addOwner, disableUser, findUser, type NewUser, type User } from '@topup/core/user';
import type { Invitation, MemberRole } from '@topup/dashboard-contract';
import { type Request, type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { inviteUser, type LinkDeps, linkUser, mailLink, toInvitation } from '../../auth/user-links';
import type { Deps } from '../../deps';
import { withFreshFactor } from '../../http/audit';
import { parseIdParam } from '../../http/parse-id-param';
import { line, readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { isAsked, sendAsked, tryStep } from '../approvals/try-step';
import { approvalNote, email } from '../operator.input';
import { emailTaken, isAnOperator } from '../refusals';

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
    const user = { accountId, ...given };
    if ((await findAccount(deps.db, accountId)) === null) throw notFound('account');
    const invited = await tryStep(deps.db, response, approvalNote, async (tx, actor) => {
      const result = user.role === 'owner' ? await inviteOwner(tx, user, actor) : await inviteUser(tx, user);
      if ('refusal' in result) return result;
      return { done: { kind: 'invited', ...result } as const, action: userActions.invited(result) };
    });
    if (isAsked(invited)) sendAsked(response, invited);
    else response.status(201).json((await toInvitation(deps, invited)) satisfies Invitation);
  };
}

/** An owner of an account that has or had one needs a second operator. They get a link once they are there. */
async function inviteOwner(
  tx: DbOrTransaction,
  { accountId, name, email }: NewUser & { accountId: string },
  actor: GuardActor,
) {
  const owner = { userId: newId(), accountId, name, email };
  const result = await addOwner(tx, owner, actor);
  if (result.kind === 'email_taken') throw emailTaken(email);
  if (isGuardRefusal(result)) return { refusal: result, guarded: { kind: 'owner_add', ...owner } as const };
  const user = await findUser(tx, { id: result.userId });
  if (user === null) throw new Error('a user is never deleted');
  return { ...user, ...(await linkUser(tx, user)) };
}

/** Creates a link for a new password, with which its holder can sign in as the user. */
function link(deps: LinkDeps): RequestHandler {
  return async (request, response) => {
    const user = await userOf(deps.db, request);
    const linked = await withFreshFactor(deps.db, response, async (tx) => {
      return { result: await linkUser(tx, user), action: userActions.linked(user) };
    });
    response.json({ link: await mailLink(deps, linked) });
  };
}

/** Signs a user out everywhere; they cannot sign in again. */
function disable({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const user = await userOf(db, request);
    await withFreshFactor(db, response, async (tx) => {
      const result = await disableUser(tx, user.id);
      return { result, action: result ? userActions.disabled(user) : null };
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
