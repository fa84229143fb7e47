import { withAuditLog } from '@topup/core/audit';
import { announcePlan, restorePlanInTransaction, retirePlan, withdrawPlan } from '@topup/core/catalogue';
import { type DataNetwork, dataNetworks } from '@topup/core/provider';
import { assertNever, formatNaira } from '@topup/core/shared';
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
      return {
        result,
        action: {
          action: 'plan.announce',
          subject: name,
          details: { id: String(result), network, cost: formatNaira(cost) },
        },
      };
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
      return { result, action: result ? { action: 'plan.retire', subject: `plan ${id}` } : null };
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
      return {
        result,
        action: result === null ? null : { action: 'plan.withdraw', subject: planId, details: { id: String(result) } },
      };
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
      const result = await restorePlanInTransaction(tx, id);
      return {
        result,
        action:
          result.kind === 'restored'
            ? { action: 'plan.restore', subject: result.planId, details: { id: String(id) } }
            : null,
      };
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
