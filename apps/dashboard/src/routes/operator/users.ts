import { findAccount } from '@topup/core';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Invitation } from '../../contract';
import type { Deps } from '../../deps';
import { readFields } from '../../http/fields';
import { notFound } from '../../http/refusal';
import { operatorOf } from './done-by';
import { email, idOf, line } from './inputs';

/** Those who sign in for accounts. */
export function userRoutes(deps: Pick<Deps, 'db' | 'operator'>): Router {
  const router = Router();
  router.post('/accounts/:id/users', invite(deps));
  router.post('/users/:id/link', newLink(deps));
  router.post('/users/:id/disable', disable(deps));
  return router;
}

type Invited = { name: string; email: string; role: 'owner' | 'member' };

function invite({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler {
  const body = Joi.object<Invited>({ name: line, email, role: Joi.valid('owner', 'member').required() });
  return async (request, response) => {
    const accountId = idOf(request, 'account');
    const user = readFields(body, request.body);
    if ((await findAccount(db, accountId)) === null) throw notFound('account');
    response.status(201).json((await operator.users.invite(operatorOf(response), { accountId, ...user })) satisfies Invitation);
  };
}

/** A link for a new password. */
function newLink({ operator }: Pick<Deps, 'operator'>): RequestHandler {
  return async (request, response) => {
    response.json({ link: await operator.users.newLink(operatorOf(response), idOf(request, 'user')) });
  };
}

/** Signs a user out everywhere, and lets them in no more. */
function disable({ operator }: Pick<Deps, 'operator'>): RequestHandler {
  return async (request, response) => {
    await operator.users.disable(operatorOf(response), idOf(request, 'user'));
    response.json({});
  };
}
