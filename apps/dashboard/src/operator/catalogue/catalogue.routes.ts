import { withAuditLog } from '@topup/core/audit';
import {
  beginCatalogueSync,
  endCatalogueSync,
  latestCatalogueSync,
  listCatalogue,
  listOwnPrices,
  listPlanStops,
  runCatalogueSync,
} from '@topup/core/catalogue';
import { formatNaira } from '@topup/core/shared';
import type { CatalogueRow, PlanStopRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { actorOf, byOf, originOf } from '../../http/audit';
import { query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { line } from '../operator.input';
import { noSuchTier, syncUnderWay } from '../refusals';
import { toPlanStopRow, toSyncState } from './catalogue.presenter';
import { announce, restore, resume, retire, withdraw } from './change-plan';

/** The data plans, and their synchronisation with the providers. */
export function catalogueRoutes(deps: Pick<Deps, 'db' | 'log' | 'operator'>): Router {
  const router = Router();
  router.get('/catalogue', list(deps));
  router.get('/catalogue/stops', listStops(deps));
  router.get('/catalogue/sync', showSync(deps));
  router.post('/catalogue/sync', sync(deps));
  router.post('/catalogue/announce', announce(deps));
  router.post('/catalogue/retire', retire(deps));
  router.post('/catalogue/withdraw', withdraw(deps));
  router.post('/catalogue/restore', restore(deps));
  router.post('/catalogue/resume', resume(deps));
  return router;
}

function list({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler {
  const listed = Joi.object<{ tier: string; stale: boolean }>({ tier: line, stale: query.flag() });
  return async (request, response) => {
    const { tier, stale: onlyStale } = readFields(listed, request.query);
    const [plans, own] = await Promise.all([
      listCatalogue(db, tier, operator.catalogueStaleHours),
      listOwnPrices(db, tier),
    ]);
    if (plans === null || own === null) throw noSuchTier(tier);
    const markups = new Map(own.map(({ id, markupBps }) => [id, markupBps]));
    const priced = (id: number): CatalogueRow['priced'] =>
      markups.has(id) ? (markups.get(id) === null ? 'exact' : 'markup') : 'tier';
    const shown = onlyStale ? plans.filter(({ stale, planId }) => stale && planId !== null) : plans;
    const rows = shown.map(({ costKobo, priceKobo, costSeenAt, ...plan }) => ({
      ...plan,
      cost: formatNaira(costKobo),
      price: formatNaira(priceKobo),
      priced: priced(plan.id),
      costSeenAt: costSeenAt?.toISOString() ?? null,
    }));
    response.json(rows satisfies CatalogueRow[]);
  };
}

/** The plans that are out of sale because of what they cost. */
function listStops({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    response.json((await listPlanStops(db)).map(toPlanStopRow) satisfies PlanStopRow[]);
  };
}

const STOPPED = 'The dashboard stopped before the sync had finished. Start it again.';

/** Starts a sync in the background. Only one runs at a time, in all processes together. */
function sync({ db, log, operator }: Pick<Deps, 'db' | 'log' | 'operator'>): RequestHandler {
  return async (_request, response) => {
    const actor = actorOf(response);
    const begun = await withAuditLog(db, actor, originOf(response), async (tx) => {
      const result = await beginCatalogueSync(tx, actor.email);
      return { result, action: result && { action: 'catalogue.sync', subject: 'the catalogue' } };
    });
    if (begun === null) throw syncUnderWay();
    const { runs, providers } = operator;
    runs.begin({
      work: () => runCatalogueSync({ db, log, providers, by: byOf(response) }, begun),
      stopped: () => endCatalogueSync(db, begun.id, { summary: null, fault: STOPPED }),
    });
    response.status(202).json(toSyncState(begun));
  };
}

function showSync({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    response.json(toSyncState(await latestCatalogueSync(db)));
  };
}
