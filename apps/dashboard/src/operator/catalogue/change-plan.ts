import { announcePlan, restorePlan, resumePlan, retirePlan, withdrawPlan } from '@topup/core/catalogue';
import { type DataNetwork, dataNetworks } from '@topup/core/product';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { line, readFields } from '../../http/read-fields';
import { done } from '../../http/refusal';
import { naira, rowId } from '../operator.input';

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
    const { id } = await announcePlan(db, byOf(response), { network, name, costKobo: cost });
    response.status(201).json({ id });
  };
}

/** Removes an announced plan from the list. */
export function retire({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ id: number }>({ id: rowId });
  return async (request, response) => {
    const { id } = readFields(body, request.body);
    done(await retirePlan(db, byOf(response), id));
    response.json({ id });
  };
}

/** Stops the sale of a plan. It stays in the list. */
export function withdraw({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ planId: string }>({ planId: line });
  return async (request, response) => {
    const { planId } = readFields(body, request.body);
    const { id } = done(await withdrawPlan(db, byOf(response), planId));
    response.json({ id });
  };
}

/** Sells a withdrawn plan again. */
export function restore({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ id: number }>({ id: rowId });
  return async (request, response) => {
    const { id } = readFields(body, request.body);
    const { planId } = done(await restorePlan(db, byOf(response), id));
    response.json({ id, planId });
  };
}

/** Sells a plan again that was stopped because of its cost. */
export function resume({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ planId: string }>({ planId: line });
  return async (request, response) => {
    const { planId } = readFields(body, request.body);
    const { belowCost } = done(await resumePlan(db, byOf(response), planId));
    response.json({ planId, belowCost });
  };
}
