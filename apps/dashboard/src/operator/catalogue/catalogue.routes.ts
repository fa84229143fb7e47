import { withAuditLog } from '@topup/core/audit';
import { beginCatalogueSync, latestCatalogueSync, listCatalogue, listOwnPrices } from '@topup/core/catalogue';
import { formatNaira } from '@topup/core/shared';
import type { CatalogueRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { readFields } from '../../http/read-fields';
import { line } from '../operator.input';
import { noSuchTier, syncUnderWay } from '../refusals';
import { toSyncState } from './catalogue.presenter';
import { announce, restore, retire, withdraw } from './change-plan';
import { runCatalogueSync } from './run-catalogue-sync';

/** The data plans, and their synchronisation with the provider. */
export function catalogueRoutes(deps: Pick<Deps, 'db' | 'log' | 'operator'>): Router {
  const router = Router();
  router.get('/catalogue', list(deps));
  router.get('/catalogue/sync', showSync(deps));
  router.post('/catalogue/sync', sync(deps));
  router.post('/catalogue/announce', announce(deps));
  router.post('/catalogue/retire', retire(deps));
  router.post('/catalogue/withdraw', withdraw(deps));
  router.post('/catalogue/restore', restore(deps));
  return router;
}

function list({ db }: Pick<Deps, 'db'>): RequestHandler {
  const query = Joi.object<{ tier: string }>({ tier: line });
  return async (request, response) => {
    const { tier } = readFields(query, request.query);
    const [plans, own] = await Promise.all([listCatalogue(db, tier), listOwnPrices(db, tier)]);
    if (plans === null || own === null) throw noSuchTier(tier);
    const markups = new Map(own.map(({ id, markupBps }) => [id, markupBps]));
    const priced = (id: number): CatalogueRow['priced'] =>
      markups.has(id) ? (markups.get(id) === null ? 'exact' : 'markup') : 'tier';
    const rows = plans.map(({ costKobo, priceKobo, ...plan }) => {
      return { ...plan, cost: formatNaira(costKobo), price: formatNaira(priceKobo), priced: priced(plan.id) };
    });
    response.json(rows satisfies CatalogueRow[]);
  };
}

/** Starts a sync in the background. Only one runs at a time, in all processes together. */
function sync({ db, log, operator }: Pick<Deps, 'db' | 'log' | 'operator'>): RequestHandler {
  return async (_request, response) => {
    const actor = actorOf(response);
    const begun = await withAuditLog(db, actor, originOf(response), async (tx) => {
      const result = await beginCatalogueSync(tx, actor.email);
      return { result, action: result && { action: 'catalogue.sync', subject: 'the catalogue' } };
    });
    if (begun === null) throw syncUnderWay();
    runCatalogueSync({ db, log, ...operator }, begun);
    response.status(202).json(toSyncState(begun));
  };
}

function showSync({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    response.json(toSyncState(await latestCatalogueSync(db)));
  };
}
