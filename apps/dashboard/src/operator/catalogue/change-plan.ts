import { planActions, withAuditLog } from '@topup/core/audit';
import { announcePlan, restorePlan, retirePlan, withdrawPlan } from '@topup/core/catalogue';
import { type DataNetwork, dataNetworks } from '@topup/core/provider';
import { assertNever } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { line, naira, rowId } from '../operator.input';
import { noSuchPlan, notAnnounced, notWithdrawn, planIdTaken } from '../refusals';

/** Lists a plan that the provider does not sell yet. Nobody can buy it. */
export function announce({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ network: DataNetwork; name: string; cost: bigint }>({
    network: Joi.valid(...dataNetworks).required(),
    name: line,
    cost: naira,
  });
  return async (request, response) => {
    const { network, name, cost } = readFields(body, request.body);
    const id = await withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
      const result = await announcePlan(tx, { network, name, costKobo: cost });
      return { result, action: planActions.announced(result, { network, name, costKobo: cost }) };
    });
    response.status(201).json({ id });
  };
}

/** Removes an announced plan from the list. */
export function retire({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ id: number }>({ id: rowId });
  return async (request, response) => {
    const { id } = readFields(body, request.body);
    const retired = await withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
      const result = await retirePlan(tx, id);
      return { result, action: result ? planActions.retired(id) : null };
    });
    if (!retired) throw notAnnounced(id);
    response.json({ id });
  };
}

/** Stops the sale of a plan. It stays in the list. */
export function withdraw({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ planId: string }>({ planId: line });
  return async (request, response) => {
    const { planId } = readFields(body, request.body);
    const id = await withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
      const result = await withdrawPlan(tx, planId);
      return { result, action: result === null ? null : planActions.withdrawn(result, planId) };
    });
    if (id === null) throw noSuchPlan(planId);
    response.json({ id });
  };
}

/** Sells a withdrawn plan again. */
export function restore({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ id: number }>({ id: rowId });
  return async (request, response) => {
    const { id } = readFields(body, request.body);
    const outcome = await withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
      const result = await restorePlan(tx, id);
      return { result, action: result.kind === 'restored' ? planActions.restored(id, result.planId) : null };
    });
    switch (outcome.kind) {
      case 'restored':
        return void response.json({ id, planId: outcome.planId });
      case 'no_such_plan':
        throw notFound('plan');
      case 'not_withdrawn':
        throw notWithdrawn(id);
      case 'clash':
        throw planIdTaken(id);
      default:
        return assertNever(outcome);
    }
  };
}
