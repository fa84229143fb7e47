import { changeFactorRequired } from '@topup/core/account';
import { toWire } from '@topup/core/shared';
import {
  changeRole,
  inviteMember,
  listAccountUsers,
  type MemberRole,
  parseRole,
  removeFromTeam,
  type TeamChange,
} from '@topup/core/user';
import type { Invitation, TeamMember } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { invitationTries } from '../../auth/attempt-limits';
import { byOf, liveAccountIdOf, requireRight, signedInOf } from '../../auth/signed-in';
import { toInvitation, toMember } from '../../auth/user-links';
import type { Deps } from '../../deps';
import { line, parseIdParam, readFields, textRule } from '../../http/read-fields';
import { done, notFound, Refusal } from '../../http/refusal';

/** The users of the account. All of them see the list; only owners change it. */
export function teamRoutes(deps: Pick<Deps, 'db' | 'log' | 'mailer' | 'site'>): Router {
  const { db, log } = deps;
  const router = Router();
  router.get('/team', requireRight('read'), async (_request, response) => {
    const users = await listAccountUsers(db, liveAccountIdOf(response));
    response.json(toWire(users.map(toMember)) satisfies TeamMember[]);
  });
  router.post(['/team', '/team/factor', '/team/:id/role', '/team/:id/remove'], requireRight('team'));
  router.post('/team', async (request, response) => {
    const accountId = liveAccountIdOf(response);
    const user = { accountId, ...readFields(newMember, request.body) };
    await invitationTries.take(db, response, accountId);
    const invited = done(await inviteMember(db, byOf(response), user));
    log.info('a user was invited', { user: invited.user.id, account: accountId, by: signedInOf(response).userId });
    response.status(201).json((await toInvitation(deps, invited)) satisfies Invitation);
  });
  // a team member without a second factor must set it up before their next request
  router.post('/team/factor', async (request, response) => {
    const { required } = readFields(teamFactor, request.body);
    const [account, by] = [liveAccountIdOf(response), signedInOf(response).userId];
    done(await changeFactorRequired(db, byOf(response), account, required));
    log.info('the second-factor rule of a team was changed', { account, required, by });
    response.json(null);
  });
  router.post('/team/:id/role', async (request, response) => {
    const { role } = readFields(newRole, request.body);
    const user = parseIdParam(request, 'user');
    requireDone(await changeRole(db, byOf(response), liveAccountIdOf(response), user, role));
    log.info('the role of a user was changed', { user, role, by: signedInOf(response).userId });
    response.json(null);
  });
  router.post('/team/:id/remove', async (request, response) => {
    const user = parseIdParam(request, 'user');
    requireDone(await removeFromTeam(db, byOf(response), liveAccountIdOf(response), user));
    log.info('a user was removed', { user, by: signedInOf(response).userId });
    response.json(null);
  });
  return router;
}

/** The role of a user of an account. */
const memberRole = textRule('must be owner, buyer or viewer', parseRole).label('Role');
const newMember = Joi.object<{ name: string; email: string; role: MemberRole }>({
  name: line.label('Name'), // a mail to the invited begins with it
  email: Joi.string().trim().lowercase().max(254).email({ tlds: false }).required().label('E-mail'),
  role: memberRole,
});
const teamFactor = Joi.object<{ required: boolean }>({ required: Joi.boolean().strict().required() });
const newRole = Joi.object<{ role: MemberRole }>({ role: memberRole });

function requireDone(change: TeamChange): void {
  if (change.kind === 'no_such_user') throw notFound('user');
  if (change.kind === 'last_owner')
    throw new Refusal(409, 'last_owner', 'An account needs at least one owner. Make someone else an owner first.');
}
