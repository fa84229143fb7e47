import express, { type Router } from 'express';
import { developerRoutes } from './account/developers/developers.routes';
import { overview } from './account/overview/overview.routes';
import { products } from './account/products/products.routes';
import { accessRoutes } from './account/team/team.routes';
import { transactions } from './account/transactions/transactions.routes';
import { wallet } from './account/wallet/wallet.routes';
import { requireOperator, requireSignedIn } from './auth/signed-in';
import type { Deps } from './deps';
import { errorHandler } from './http/error-handler';
import { Refusal } from './http/refusal';
import { operatorRoutes } from './operator/operator.routes';

const BODY_LIMIT = '16kb';

/** Everything under /api but signing in itself (auth/): JSON for the pages. Each area of routes is a router of its own, mounted here. */
export const buildApi = (deps: Deps): Router =>
  serveAreas(deps, [
    accessRoutes(deps),
    overview(deps),
    transactions(deps),
    wallet(deps),
    products(deps),
    developerRoutes(deps),
    forOperators(operatorRoutes(deps)),
  ]);

/** Areas, for whoever has signed in; an account's look at nothing but `accountIdOf(response)`. */
export function serveAreas(deps: Pick<Deps, 'findSignedIn' | 'log'>, areas: Router[]): Router {
  const api = express.Router();
  api.use(requireSignedIn(deps), express.json({ limit: BODY_LIMIT }), (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  api.use(...areas);
  api.use(() => {
    throw new Refusal(404, 'unknown_path', 'There is nothing at this path.');
  });
  api.use(errorHandler(deps));
  return api;
}

/** Areas below /api/operator. */
export const forOperators = (areas: Router[]): Router => express.Router().use('/operator', requireOperator, ...areas);
