import { findAccount, LAGOS } from '@topup/core/account';
import { type Facts, type NewAction, ofPerson, withAuditLog } from '@topup/core/audit';
import type { DbOrTransaction } from '@topup/core/shared';
import { accountRequiresFactor, endOtherSessions, endSession, findUser, listSessions } from '@topup/core/user';
import type { Me, SessionRow } from '@topup/dashboard-contract';
import { declarations } from '@topup/providers';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '../deps';
import { actorOf, originOf } from '../http/audit';
import { parseIdParam } from '../http/parse-id-param';
import { notFound } from '../http/refusal';
import { type SignedIn, signedInOf } from './signed-in';

type SessionDeps = Pick<Deps, 'db' | 'mailer' | 'site'>;

/** A session belongs to the user, not to the account. */
const EVEN_SUSPENDED = { evenSuspended: true };

const PROVIDERS = Object.fromEntries(declarations.map(({ profile, label }) => [profile.name, label]));

/** Who the user is, and where they are signed in. */
export function sessionRoutes(deps: SessionDeps): Router {
  return Router()
    .get('/me', readMe(deps))
    .get('/sessions', listOwnSessions(deps))
    .post('/sessions/revoke-others', revokeOtherSessions(deps))
    .post('/sessions/:id/revoke', revokeSession(deps));
}

/** GET /api/me */
function readMe({ db, mailer, site }: SessionDeps): RequestHandler {
  return async (_request, response) => {
    const { userId, mustEnrol } = signedInOf(response);
    const user = await findUser(db, { id: userId });
    if (user === null) throw notFound('user');
    const account = user.accountId === null ? null : await findAccount(db, user.accountId);
    const factorRequired = account !== null && (await accountRequiresFactor(db, account.id));
    response.json({
      user: { id: user.id, name: user.name, email: user.email, twoFactor: user.twoFactor },
      mustEnrol,
      role: user.role,
      account: account && {
        id: account.id,
        name: account.name,
        tier: account.tier,
        status: account.status,
        factorRequired,
      },
      timeZone: account?.timeZone ?? LAGOS,
      apiUrl: site.apiUrl,
      docsUrl: `${site.apiUrl}/docs`,
      mails: mailer !== null,
      providers: user.role === 'operator' ? PROVIDERS : {},
    } satisfies Me);
  };
}

/** GET /api/sessions */
function listOwnSessions({ db }: SessionDeps): RequestHandler {
  return async (_request, response) => {
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
  };
}

/** POST /api/sessions/revoke-others */
function revokeOtherSessions({ db }: SessionDeps): RequestHandler {
  return async (_request, response) => {
    const user = signedInOf(response);
    const ending = async (tx: DbOrTransaction) => {
      const result = await endOtherSessions(tx, user.userId, user.sessionId);
      return { result, action: result === 0 ? null : ended(user, { other_sessions: result }) };
    };
    const count = await withAuditLog(db, actorOf(response), originOf(response), ending, EVEN_SUSPENDED);
    response.json({ ended: count });
  };
}

/** POST /api/sessions/:id/revoke */
function revokeSession({ db }: SessionDeps): RequestHandler {
  return async (request, response) => {
    const id = parseIdParam(request, 'session');
    const user = signedInOf(response);
    const ending = async (tx: DbOrTransaction) => {
      const result = await endSession(tx, user.userId, id);
      return { result, action: result ? ended(user, { session: id }) : null };
    };
    if (!(await withAuditLog(db, actorOf(response), originOf(response), ending, EVEN_SUSPENDED)))
      throw notFound('session');
    response.json({ ended: 1 });
  };
}

const ended = ({ userId: id, ...user }: SignedIn, what: Facts): NewAction => ({
  action: 'session.end',
  ...ofPerson({ id, ...user }),
  before: what,
});
