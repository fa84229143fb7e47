import { changeFactorRequired } from '@topup/core/account';
import { toWire } from '@topup/core/shared';
import {
  changeRole as giveRole,
  inviteMember,
  listAccountUsers,
  removeFromTeam,
  type TeamChange,
} from '@topup/core/user';
import type { Invitation, MemberRole, TeamMember } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { invitationTries } from '../../auth/attempt-limits';
import { liveAccountIdOf, requireOwner, signedInOf } from '../../auth/signed-in';
import { toInvitation } from '../../auth/user-links';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { parseIdParam } from '../../http/parse-id-param';
import { line, readFields } from '../../http/read-fields';
import { done, notFound, Refusal } from '../../http/refusal';
import { toMember } from './team.presenter';

type TeamDeps = Pick<Deps, 'db' | 'log' | 'mailer' | 'site'>;

/** The users of the account. All of them see the list; only owners change it. */
export function teamRoutes(deps: TeamDeps): Router {
  return Router()
    .get('/team', listTeam(deps))
    .post('/team', requireOwner, invite(deps))
    .post('/team/factor', requireOwner, requireFactorOfTeam(deps))
    .post('/team/:id/role', requireOwner, changeRole(deps))
    .post('/team/:id/remove', requireOwner, remove(deps));
}

const role = Joi.string().valid('owner', 'member').required().label('Role');
const newMember = Joi.object<{ name: string; email: string; role: MemberRole }>({
  name: line.label('Name'), // a mail to the invited begins with it
  email: Joi.string().trim().lowercase().max(254).email({ tlds: false }).required().label('E-mail'),
  role,
});
const teamFactor = Joi.object<{ required: boolean }>({ required: Joi.boolean().strict().required() });
const newRole = Joi.object<{ role: MemberRole }>({ role });

/** GET /api/team */
function listTeam({ db }: TeamDeps): RequestHandler {
  return async (_request, response) => {
    const users = await listAccountUsers(db, liveAccountIdOf(response));
    response.json(toWire(users.map(toMember)) satisfies TeamMember[]);
  };
}

/** POST /api/team */
function invite(deps: TeamDeps): RequestHandler {
  return async (request, response) => {
    const accountId = liveAccountIdOf(response);
    const user = { accountId, ...readFields(newMember, request.body) };
    const by = signedInOf(response);
    await invitationTries.take(deps.db, response, accountId);
    const invited = done(await inviteMember(deps.db, byOf(response), user));
    deps.log.info('a user was invited', { user: invited.user.id, account: accountId, by: by.userId });
    response.status(201).json((await toInvitation(deps, invited)) satisfies Invitation);
  };
}

/** POST /api/team/factor: whoever of the team has no second factor must set it up before their next request. */
function requireFactorOfTeam({ db, log }: TeamDeps): RequestHandler {
  return async (request, response) => {
    const { required } = readFields(teamFactor, request.body);
    const [accountId, by] = [liveAccountIdOf(response), signedInOf(response)];
    done(await changeFactorRequired(db, byOf(response), accountId, required));
    log.info('whether a team needs second factors was said', { account: accountId, required, by: by.userId });
    response.json(null);
  };
}

/** POST /api/team/:id/role */
function changeRole({ db, log }: TeamDeps): RequestHandler {
  return async (request, response) => {
    const given = readFields(newRole, request.body);
    const [accountId, id, by] = [liveAccountIdOf(response), parseIdParam(request, 'user'), signedInOf(response)];
    requireDone(await giveRole(db, byOf(response), accountId, id, given.role));
    log.info('a user has another role', { user: id, role: given.role, by: by.userId });
    response.json(null);
  };
}

/** POST /api/team/:id/remove */
function remove({ db, log }: TeamDeps): RequestHandler {
  return async (request, response) => {
    const [accountId, id, by] = [liveAccountIdOf(response), parseIdParam(request, 'user'), signedInOf(response)];
    requireDone(await removeFromTeam(db, byOf(response), accountId, id));
    log.info('a user was removed', { user: id, by: by.userId });
    response.json(null);
  };
}

function requireDone(change: TeamChange): void {
  if (change.kind === 'no_such_user') throw notFound('user');
  if (change.kind === 'last_owner')
    throw new Refusal(409, 'last_owner', 'An account needs at least one owner. Make someone else an owner first.');
}
