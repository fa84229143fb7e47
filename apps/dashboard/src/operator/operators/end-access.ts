import type { By } from '@topup/core/audit';
import type { Refused } from '@topup/core/errors';
import type { AskedApproval } from '@topup/core/operator-guard';
import { endAccess, resetFactor as reset, type User } from '@topup/core/user';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { readFields } from '../../http/read-fields';
import { answerGuarded } from '../approvals/answer-guarded';
import { approvalNote } from '../operator.input';
import { requestedOperator } from './requested-operator';

const GIVEN = Joi.object<{ approvalNote?: string }>({ approvalNote });

type Change = (
  db: Deps['db'],
  by: By,
  user: User,
  note?: string,
) => Promise<{ kind: string } | Refused | AskedApproval>;

const changing =
  (change: Change) =>
  ({ db }: Pick<Deps, 'db'>): RequestHandler =>
  async (request, response) => {
    const { approvalNote } = readFields(GIVEN, request.body);
    const user = await requestedOperator(db, request);
    answerGuarded(response, await change(db, byOf(response), user, approvalNote), () => ({}));
  };

/** Removes the second factor of an operator who has lost it, and signs them out. */
export const resetFactor = changing(reset);

/** Signs an operator out everywhere; they cannot sign in again. */
export const disable = changing(endAccess);
