import { findAccount } from '@topup/core/account';
import {
  endOtherSessions,
  endSession,
  findUser,
  listAccountUsers,
  listSessions,
  removeMember,
  setMemberRole,
  type TeamChange,
} from '@topup/core/user';
import type { Invitation, Me, SessionRow, TeamMember } from '@topup/dashboard-contract';
import express, { type Router } from 'express';
import Joi from 'joi';
import { accountIdOf, requireOwner, signedInOf } from '../../auth/signed-in';
import { asMember, inviteUser } from '../../auth/user-links';
import type { Deps } from '../../deps';
import { idOf } from '../../http/parse-id-param';
import { readFields } from '../../http/read-fields';
import { notFound, Refusal } from '../../http/refusal';

type Needs = Pick<Deps, 'db' | 'log' | 'mailer' | 'site'>;

/** Who one is, where one is signed in, and, for the owners of an account, who else is. */
export function accessRoutes(deps: Needs): Router {
  const routes = express.Router();
  routes.get(
    '/me',
    async (_request, response) => void response.json(await tellMe(deps, response.locals.signedIn.userId)),
  );
  mountSessions(routes, deps);
  mountTeam(routes, deps);
  return routes;
}

async function tellMe({ db, mailer, site }: Needs, userId: string): Promise<Me> {
  const user = await findUser(db, { id: userId });
  if (user === null) throw notFound('user');
  const account = user.accountId === null ? null : await findAccount(db, user.accountId);
  return {
    user: { id: user.id, name: user.name, email: user.email, twoFactor: user.twoFactor },
    role: user.role,
    account: account && { id: account.id, name: account.name, tier: account.tier, status: account.status },
    apiUrl: site.apiUrl,
    docsUrl: `${site.apiUrl}/docs`,
    mails: mailer !== null,
  };
}

// ---- sessions

function mountSessions(routes: Router, { db }: Needs): void {
  routes.get('/sessions', async (_request, response) => {
    const { userId, sessionId } = signedInOf(response);
    const rows = (await listSessions(db, userId)).map(
      ({ id, createdAt, lastSeenAt, ipAddress, userAgent }): SessionRow => ({
        id,
        current: id === sessionId,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        ip: ipAddress || null,
        agent: userAgent || null,
      }),
    );
    response.json(rows);
  });
  routes.post('/sessions/revoke-others', async (_request, response) => {
    const { userId, sessionId } = signedInOf(response);
    response.json({ ended: await endOtherSessions(db, userId, sessionId) });
  });
  routes.post('/sessions/:id/revoke', async (request, response) => {
    const id = idOf(request, 'session');
    if (!(await endSession(db, signedInOf(response).userId, id))) throw notFound('session');
    response.json({ ended: 1 });
  });
}

// ---- team

const role = Joi.string().valid('owner', 'member').required();
const newMember = Joi.object<{ name: string; email: string; role: 'owner' | 'member' }>({
  name: Joi.string().trim().min(1).max(200).required(),
  email: Joi.string().trim().lowercase().max(254).email({ tlds: false }).required(),
  role,
});

function mountTeam(routes: Router, deps: Needs): void {
  const { db, log } = deps;
  routes.get('/team', async (_request, response) => {
    response.json((await listAccountUsers(db, accountIdOf(response))).map(asMember) satisfies TeamMember[]);
  });
  routes.post('/team', requireOwner, async (request, response) => {
    const accountId = accountIdOf(response);
    const invitation: Invitation = await inviteUser(deps, { accountId, ...readFields(newMember, request.body) });
    log.info('a user was invited', { user: invitation.user.id, account: accountId, by: signedInOf(response).userId });
    response.status(201).json(invitation);
  });
  routes.post('/team/:id/role', requireOwner, async (request, response) => {
    const given = readFields(Joi.object<{ role: 'owner' | 'member' }>({ role }), request.body);
    const id = idOf(request, 'user');
    requireDone(await setMemberRole(db, accountIdOf(response), id, given.role));
    log.info('a user has another role', { user: id, role: given.role, by: signedInOf(response).userId });
    response.json(null);
  });
  routes.post('/team/:id/remove', requireOwner, async (request, response) => {
    const id = idOf(request, 'user');
    requireDone(await removeMember(db, accountIdOf(response), id));
    log.info('a user was removed', { user: id, by: signedInOf(response).userId });
    response.json(null);
  });
}

function requireDone(change: TeamChange): void {
  if (change === 'no_such_user') throw notFound('user');
  if (change === 'last_owner')
    throw new Refusal(409, 'last_owner', 'An account keeps at least one owner. Make somebody else an owner first.');
}
