import { planActions, withAuditLog } from '@topup/core/audit';
import { announcePlan, restorePlan, resumePlan, retirePlan, withdrawPlan } from '@topup/core/catalogue';
import { guardActorOf } from '@topup/core/operator-guard';
import { type DataNetwork, dataNetworks } from '@topup/core/provider';
import { assertNever } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { actorOf, originOf, withFreshFactor } from '../../http/audit';
import { line, readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { naira, rowId } from '../operator.input';
import {
  lossCapReached,
  noSuchPlan,
  notAnnounced,
  notStopped,
  notWithdrawn,
  planIdTaken,
  stillBelowCost,
} from '../refusals';

/** Lists a plan that the provider does not sell yet. Nobody can buy it. */
export function announce({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ network: DataNetwork; name: string; cost: bigint }>({
    network: Joi.valid(...dataNetworks)
      .required()
      .label('Network'),
    name: line.label('Name'),
    cost: naira.label('Cost'),
  });
  return async (request, response) => {
    const { network, name, cost } = readFields(body, request.body);
    const { id } = await withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
      const result = await announcePlan(tx, { network, name, costKobo: cost });
      return { result, action: planActions.announced(result.id, { network, name: result.name, costKobo: cost }) };
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
    const id = await withFreshFactor(db, response, async (tx) => {
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
    const outcome = await withFreshFactor(db, response, async (tx) => {
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

/** Sells a plan again that was stopped because of its cost. */
export function resume({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ planId: string }>({ planId: line });
  return async (request, response) => {
    const { planId } = readFields(body, request.body);
    const outcome = await withFreshFactor(db, response, async (tx) => {
      const result = await resumePlan(tx, planId, guardActorOf(actorOf(response)));
      return { result, action: result.kind === 'resumed' ? planActions.resumed(planId, result) : null };
    });
    switch (outcome.kind) {
      case 'resumed':
        return void response.json({ planId, belowCost: outcome.belowCost });
      case 'below_cost':
        throw stillBelowCost(planId, outcome.belowCost);
      case 'loss_cap':
        throw lossCapReached(planId);
      case 'not_stopped':
        throw notStopped(planId);
      case 'no_such_plan':
        throw noSuchPlan(planId);
      default:
        return assertNever(outcome);
    }
  };
}
