import express, { type Router } from 'express';
import type { Deps } from './deps';
import { errorHandler } from './http/error-handler';
import { Refusal } from './http/refusal';
import { requireOperator, requireSignedIn } from './http/signed-in';
import { accessRoutes } from './routes/access/access.routes';
import { developerRoutes } from './routes/developers/developer-routes';
import { operatorRoutes } from './routes/operator/operator-routes';
import { overview } from './routes/overview/overview';
import { products } from './routes/products/products';
import { transactions } from './routes/transactions/transactions';
import { wallet } from './routes/wallet/wallet';

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
