import type { By } from '@topup/core/audit';
import type { Refused } from '@topup/core/errors';
import type { AskedApproval } from '@topup/core/operator-guard';
import { endAccess, resetFactor as reset, type User } from '@topup/core/user';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { change } from '../../http/change';
import { approvalNote } from '../operator.input';
import { requestedOperator } from './requested-operator';

const GIVEN = Joi.object<{ approvalNote?: string }>({ approvalNote });

type Make = (db: Deps['db'], by: By, user: User, note?: string) => Promise<{ kind: string } | Refused | AskedApproval>;

const changing =
  (make: Make) =>
  ({ db }: Pick<Deps, 'db'>): RequestHandler =>
    change({
      of: (request) => requestedOperator(db, request),
      body: GIVEN,
      make: ({ approvalNote }, by, user) => make(db, by, user, approvalNote),
    });

/** Removes the second factor of an operator who has lost it, and signs them out. */
export const resetFactor = changing(reset);

/** Signs an operator out everywhere; they cannot sign in again. */
export const disable = changing(endAccess);
