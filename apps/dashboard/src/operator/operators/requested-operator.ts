import type { Db } from '@topup/core/shared';
import { findUser, type User } from '@topup/core/user';
import type { Request } from 'express';
import { parseIdParam } from '../../http/parse-id-param';
import { notFound } from '../../http/refusal';

/** The operator of a request to /operators/:id. @throws Refusal 404 when there is none who may sign in */
export async function requestedOperator(db: Db, request: Request): Promise<User> {
  const user = await findUser(db, { id: parseIdParam(request, 'operator') });
  if (user === null || user.disabledAt !== null || user.role !== 'operator') throw notFound('operator');
  return user;
}
