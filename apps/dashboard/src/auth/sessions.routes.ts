import { findAccount, LAGOS } from '@topup/core/account';
import { accountRequiresFactor, endOneSession, endSessionsElsewhere, findUser, listSessions } from '@topup/core/user';
import type { Me, SessionRow } from '@topup/dashboard-contract';
import { declarations } from '@topup/providers';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '../deps';
import { byOf } from '../http/audit';
import { parseIdParam } from '../http/parse-id-param';
import { notFound } from '../http/refusal';
import { signedInOf } from './signed-in';

type SessionDeps = Pick<Deps, 'db' | 'mailer' | 'site'>;

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
    const count = await endSessionsElsewhere(db, byOf(response), signedInOf(response));
    response.json({ ended: count });
  };
}

/** POST /api/sessions/:id/revoke */
function revokeSession({ db }: SessionDeps): RequestHandler {
  return async (request, response) => {
    const id = parseIdParam(request, 'session');
    if (!(await endOneSession(db, byOf(response), signedInOf(response), id))) throw notFound('session');
    response.json({ ended: 1 });
  };
}
