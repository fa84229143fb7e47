import { findAccount } from '@topup/core/account';
import { readApprovalPolicy } from '@topup/core/operator-guard';
import { pick, toWire } from '@topup/core/shared';
import { LAGOS } from '@topup/core/time';
import {
  accountRequiresFactor,
  endOneSession,
  endSessionsElsewhere,
  findUser,
  listSessions,
  rightsOf,
} from '@topup/core/user';
import type { Me, SessionRow } from '@topup/dashboard-contract';
import { declarations } from '@topup/providers';
import { Router } from 'express';
import type { Deps } from '../deps';
import { parseIdParam } from '../http/read-fields';
import { notFound } from '../http/refusal';
import { byOf, type SignedIn, signedInOf } from './signed-in';

type SessionDeps = Pick<Deps, 'db' | 'mailer' | 'site' | 'products'>;

const PROVIDERS = Object.fromEntries(declarations.map(({ profile, label }) => [profile.name, label]));

/** Who the user is, and where they are signed in. */
export function sessionRoutes(deps: SessionDeps): Router {
  const { db } = deps;
  const routes = Router();
  routes.get('/me', async (_request, response) => response.json(await readMe(deps, signedInOf(response))));
  routes.get('/sessions', async (_request, response) => {
    const { userId, sessionId } = signedInOf(response);
    const rows = (await listSessions(db, userId)).map(({ ipAddress, userAgent, ...session }) => ({
      ...session,
      current: session.id === sessionId,
      ip: ipAddress || null,
      agent: userAgent || null,
    }));
    response.json(toWire(rows) satisfies SessionRow[]);
  });
  routes.post('/sessions/revoke-others', async (_request, response) => {
    response.json({ ended: await endSessionsElsewhere(db, byOf(response), signedInOf(response)) });
  });
  routes.post('/sessions/:id/revoke', async (request, response) => {
    const id = parseIdParam(request, 'session');
    if (!(await endOneSession(db, byOf(response), signedInOf(response), id))) throw notFound('session');
    response.json({ ended: 1 });
  });
  return routes;
}

async function readMe({ db, mailer, site, products }: SessionDeps, { userId, mustEnrol }: SignedIn): Promise<Me> {
  const user = await findUser(db, { id: userId });
  if (user === null) throw notFound('user');
  const account = user.accountId === null ? null : await findAccount(db, user.accountId);
  const factorRequired = account !== null && (await accountRequiresFactor(db, account.id));
  return {
    user: pick(user, 'id', 'name', 'email', 'twoFactor'),
    mustEnrol,
    role: user.role,
    rights: rightsOf(user.role),
    account: account && { ...pick(account, 'id', 'name', 'tier', 'status'), factorRequired },
    timeZone: account?.timeZone ?? LAGOS,
    apiUrl: site.apiUrl,
    docsUrl: `${site.apiUrl}/docs`,
    mails: mailer !== null,
    providers: user.role === 'operator' ? PROVIDERS : {},
    products,
    approvals: user.role === 'operator' ? (await readApprovalPolicy(db)).approvals : null,
  };
}
