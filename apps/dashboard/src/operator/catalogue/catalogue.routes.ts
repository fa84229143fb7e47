import {
  announcePlan,
  beginCatalogueSync,
  type CataloguedPlan,
  type CatalogueSync,
  endCatalogueSync,
  latestCatalogueSync,
  listCatalogue,
  listOwnPrices,
  listSalesHolds,
  restorePlan,
  resumePlan,
  retirePlan,
  runCatalogueSync,
  type SalesHold,
  withdrawPlan,
} from '@topup/core/catalogue';
import { type DataNetwork, dataNetworks } from '@topup/core/product';
import { toWire } from '@topup/core/shared';
import type { CatalogueRow, SyncState } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { byOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { serveChange } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { type ListDeps, SPAN, type Span, serveWhole, within } from '../../http/lists';
import { query } from '../../http/query';
import { line } from '../../http/read-fields';
import { done, refusalOf } from '../../http/refusal';
import { naira, rowId, search } from '../operator.input';

/** The data plans, and their synchronisation with the providers. */
export function catalogueRoutes(deps: Pick<Deps, 'log' | 'operator'> & ListDeps): Router {
  const { db, log, operator } = deps;
  const router = Router();
  serveWhole(router, deps, {
    path: '/catalogue',
    file: 'catalogue',
    filters: { tier: line, network: query.text(50), search, stale: query.flag() },
    read: (asked: Listed) => readPlans(deps, asked),
    columns: columnsOf<CataloguedPlan & { priced: string }>()([
      'id,plan_id,network,name,validity,cost,price,priced,state,cost_seen_at,stale',
    ]),
  });
  // the plans that are out of sale because of what they cost
  serveWhole(router, deps, {
    path: '/catalogue/holds',
    file: 'plans-on-hold',
    filters: SPAN,
    read: async (asked: Span) => within(await listSalesHolds(db), asked, ({ since }) => since),
    columns: columnsOf<SalesHold>()(['plan_id,network,name,tier,reason,cost,since,until']),
  });
  router.get('/catalogue/sync', async (_request, response) => {
    response.json(toSyncState(await latestCatalogueSync(db)));
  });
  // in the background; only one runs at a time, in all processes together
  router.post('/catalogue/sync', async (_request, response) => {
    const { sync } = done(await beginCatalogueSync(db, byOf(response)));
    operator.runs.begin({
      work: () => runCatalogueSync({ db, log, providers: operator.providers, by: byOf(response) }, sync),
      stopped: () => endCatalogueSync(db, sync.id, { summary: null, fault: STOPPED }),
    });
    response.status(202).json(toSyncState(sync));
  });
  servePlanChanges(router, deps);
  return router;
}

type Listed = { tier: string; network?: string; search?: string; stale: boolean };

async function readPlans({ db }: Pick<Deps, 'db'>, asked: Listed) {
  const { tier, network, search = '', stale: onlyStale } = asked;
  const [plans, own] = await Promise.all([listCatalogue(db, tier), listOwnPrices(db, tier)]);
  if (plans === null || own === null) throw refusalOf({ kind: 'no_such_tier', tier });
  const markups = new Map(own.map(({ id, markupBps }) => [id, markupBps]));
  const priced = (id: number): CatalogueRow['priced'] =>
    markups.has(id) ? (markups.get(id) === null ? 'exact' : 'markup') : 'tier';
  // there are some hundred plans
  return plans
    .filter((plan) => !onlyStale || (plan.stale && plan.planId !== null))
    .filter((plan) => network === undefined || plan.network === network)
    .filter(({ name, planId }) => `${name} ${planId ?? ''}`.toLowerCase().includes(search.toLowerCase()))
    .map((plan) => ({ ...plan, priced: priced(plan.id) }));
}

const STOPPED = 'The dashboard stopped before the sync had finished. Start it again.';

const NEVER = { startedBy: null, startedAt: null, finishedAt: null, steps: [], summary: null, fault: null };

const toSyncState = (sync: CatalogueSync | null): SyncState =>
  toWire({ running: sync !== null && sync.finishedAt === null, ...(sync ?? NEVER) });

const ROW = Joi.object<{ id: number }>({ id: rowId });
const PLAN = Joi.object<{ planId: string }>({ planId: line });

/** The changes that operators make to data plans. */
function servePlanChanges(router: Router, { db }: Pick<Deps, 'db'>): void {
  // lists a plan that the provider does not sell yet; nobody can buy it
  serveChange(router, '/catalogue/announce', {
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
  });
  serveChange(router, '/catalogue/retire', {
    body: ROW,
    make: ({ id }, by) => retirePlan(db, by, id),
    answer: (_, { id }) => ({ id }),
  });
  serveChange(router, '/catalogue/withdraw', {
    body: PLAN,
    make: ({ planId }, by) => withdrawPlan(db, by, planId),
    answer: ({ id }) => ({ id }),
  });
  serveChange(router, '/catalogue/restore', {
    body: ROW,
    make: ({ id }, by) => restorePlan(db, by, id),
    answer: ({ planId }, { id }) => ({ id, planId }),
  });
  serveChange(router, '/catalogue/resume', {
    body: PLAN,
    make: ({ planId }, by) => resumePlan(db, by, planId),
    answer: ({ belowCost }, { planId }) => ({ planId, belowCost }),
  });
}
