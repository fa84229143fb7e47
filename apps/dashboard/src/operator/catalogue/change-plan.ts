import { announcePlan, restorePlan, resumePlan, retirePlan, withdrawPlan } from '@topup/core/catalogue';
import { type DataNetwork, dataNetworks } from '@topup/core/product';
import type { Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { change } from '../../http/change';
import { line } from '../../http/read-fields';
import { naira, rowId } from '../operator.input';

const ROW = Joi.object<{ id: number }>({ id: rowId });
const PLAN = Joi.object<{ planId: string }>({ planId: line });

/** The changes that operators make to data plans. */
export function servePlanChanges(router: Router, { db }: Pick<Deps, 'db'>): void {
  // lists a plan that the provider does not sell yet; nobody can buy it
  router.post(
    '/catalogue/announce',
    change({
      body: Joi.object<{ network: DataNetwork; name: string; cost: bigint }>({
        network: Joi.valid(...dataNetworks)
          .required()
          .label('Network'),
        name: line.label('Name'),
        cost: naira.label('Cost'),
      }),
      make: ({ cost: costKobo, ...plan }, by) => announcePlan(db, by, { ...plan, costKobo }),
      answer: ({ id }) => ({ id }),
      status: 201,
    }),
  );
  router.post(
    '/catalogue/retire',
    change({ body: ROW, make: ({ id }, by) => retirePlan(db, by, id), answer: (_, { id }) => ({ id }) }),
  );
  router.post(
    '/catalogue/withdraw',
    change({ body: PLAN, make: ({ planId }, by) => withdrawPlan(db, by, planId), answer: ({ id }) => ({ id }) }),
  );
  router.post(
    '/catalogue/restore',
    change({
      body: ROW,
      make: ({ id }, by) => restorePlan(db, by, id),
      answer: ({ planId }, { id }) => ({ id, planId }),
    }),
  );
  router.post(
    '/catalogue/resume',
    change({
      body: PLAN,
      make: ({ planId }, by) => resumePlan(db, by, planId),
      answer: ({ belowCost }, { planId }) => ({ planId, belowCost }),
    }),
  );
}
