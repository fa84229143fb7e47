import express, { type Router } from 'express';
import type { Deps } from './deps';
import { errorHandler } from './http/error-handler';
import { Refusal } from './http/refusal';
import { requireOperator, requireSignedIn } from './http/signed-in';
import { accessRoutes } from './routes/access/access.routes';
import { developerRoutes } from './routes/developers/developer-routes';
import { overview } from './routes/overview/overview';
import { products } from './routes/products/products';
import { transactions } from './routes/transactions/transactions';
import { wallet } from './routes/wallet/wallet';
import { operatorRoutes } from './routes/operator/operator-routes';

const BODY_LIMIT = '16kb';

/** Everything under /api but signing in itself (auth/): JSON for the pages. Each area of routes is a router of its own, mounted here. */
export function buildApi(deps: Deps): Router {
  const api = express.Router();
  api.use(requireSignedIn(deps), express.json({ limit: BODY_LIMIT }), (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  for (const area of accountAreas(deps)) api.use(area);
  api.use('/operator', requireOperator, ...operatorAreas(deps));
  api.use(() => {
    throw new Refusal(404, 'unknown_path', 'There is nothing at this path.');
  });
  api.use(errorHandler(deps));
  return api;
}

/** For the users of an account: each looks at nothing but `accountIdOf(response)`. */
function accountAreas(deps: Deps): Router[] {
  return [accessRoutes(deps), overview(deps), transactions(deps), wallet(deps), products(deps), developerRoutes(deps)];
}

/** For operators, below /api/operator. */
function operatorAreas(deps: Deps): Router[] {
  return operatorRoutes(deps);
}
