import {
  beginCatalogueSync,
  type CatalogueSync,
  endCatalogueSync,
  latestCatalogueSync,
  listCatalogue,
  listOwnPrices,
  listPlanStops,
  runCatalogueSync,
} from '@topup/core/catalogue';
import { toWire } from '@topup/core/shared';
import type { CatalogueRow, SyncState } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { query } from '../../http/query';
import { line } from '../../http/read-fields';
import { done, refusalOf } from '../../http/refusal';
import { type ListDeps, SPAN, type Span, serveWhole, within } from '../list-routes';
import { search } from '../operator.input';
import { servePlanChanges } from './change-plan';
import { PLAN_COLUMNS, STOP_COLUMNS } from './columns';

/** The data plans, and their synchronisation with the providers. */
export function catalogueRoutes(deps: Pick<Deps, 'log' | 'operator'> & ListDeps): Router {
  const router = Router();
  servePlans(router, deps);
  serveStops(router, deps);
  router.get('/catalogue/sync', showSync(deps));
  router.post('/catalogue/sync', sync(deps));
  servePlanChanges(router, deps);
  return router;
}

type Listed = { tier: string; network?: string; search?: string; stale: boolean };

function servePlans(router: Router, deps: ListDeps): void {
  serveWhole(router, deps, {
    path: '/catalogue',
    file: 'catalogue',
    filters: { tier: line, network: query.text(50), search, stale: query.flag() },
    read: (asked: Listed) => readPlans(deps, asked),
    columns: PLAN_COLUMNS,
  });
}

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

/** The plans that are out of sale because of what they cost. */
function serveStops(router: Router, deps: ListDeps): void {
  serveWhole(router, deps, {
    path: '/catalogue/stops',
    file: 'stopped-plans',
    filters: SPAN,
    read: async (asked: Span) => within(await listPlanStops(deps.db), asked, ({ since }) => since),
    columns: STOP_COLUMNS,
  });
}

const STOPPED = 'The dashboard stopped before the sync had finished. Start it again.';

/** Starts a sync in the background. Only one runs at a time, in all processes together. */
function sync({ db, log, operator }: Pick<Deps, 'db' | 'log' | 'operator'>): RequestHandler {
  return async (_request, response) => {
    const { sync: begun } = done(await beginCatalogueSync(db, byOf(response)));
    const { runs, providers } = operator;
    runs.begin({
      work: () => runCatalogueSync({ db, log, providers, by: byOf(response) }, begun),
      stopped: () => endCatalogueSync(db, begun.id, { summary: null, fault: STOPPED }),
    });
    response.status(202).json(toSyncState(begun));
  };
}

const NEVER = { startedBy: null, startedAt: null, finishedAt: null, steps: [], summary: null, fault: null };

const toSyncState = (sync: CatalogueSync | null): SyncState =>
  toWire({ running: sync !== null && sync.finishedAt === null, ...(sync ?? NEVER) });

function showSync({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    response.json(toSyncState(await latestCatalogueSync(db)));
  };
}
