import { userActions } from '@topup/core/audit';
import { isGuardRefusal } from '@topup/core/operator-guard';
import { disableOperator, resetOperatorFactor } from '@topup/core/user';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { isAsked, sendAsked, tryStep } from '../approvals/try-step';
import { approvalNote } from '../operator.input';
import { noTwoFactor } from '../refusals';
import { requestedOperator } from './requested-operator';

const GIVEN = Joi.object<{ approvalNote?: string }>({ approvalNote });

/** Removes the second factor of an operator who has lost it, and signs them out. */
export function resetFactor({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { approvalNote } = readFields(GIVEN, request.body);
    const user = await requestedOperator(db, request);
    const reset = await tryStep(db, response, approvalNote, async (tx, actor) => {
      const result = await resetOperatorFactor(tx, user.id, actor);
      if (result.kind === 'no_such_operator') throw notFound('operator');
      if (result.kind === 'no_factor') throw noTwoFactor(user.email);
      if (isGuardRefusal(result))
        return { refusal: result, guarded: { kind: 'operator_factor_reset', userId: user.id } };
      return { done: result, action: userActions.factorReset(user) };
    });
    if (isAsked(reset)) return sendAsked(response, reset);
    response.json({});
  };
}

/** Signs an operator out everywhere; they cannot sign in again. */
export function disable({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { approvalNote } = readFields(GIVEN, request.body);
    const user = await requestedOperator(db, request);
    const disabled = await tryStep(db, response, approvalNote, async (tx, actor) => {
      const result = await disableOperator(tx, user.id, actor);
      if (result.kind === 'no_such_operator') throw notFound('operator');
      if (isGuardRefusal(result)) return { refusal: result, guarded: { kind: 'operator_disable', userId: user.id } };
      return { done: result, action: userActions.disabled(user) };
    });
    if (isAsked(disabled)) return sendAsked(response, disabled);
    response.json({});
  };
}
