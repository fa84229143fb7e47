import express, { type Router } from 'express';
import { activityRoutes } from './account/activity/activity.routes';
import { buyingRoutes } from './account/buying/buying.routes';
import { fileRoutes } from './account/buying/files.routes';
import { developerRoutes } from './account/developers/developers.routes';
import { overviewRoutes } from './account/overview/overview.routes';
import { productRoutes } from './account/products/products.routes';
import { requestRoutes } from './account/requests/requests.routes';
import { searchRoutes } from './account/search/search.routes';
import { settingsRoutes } from './account/settings/settings.routes';
import { statementRoutes } from './account/statements/statements.routes';
import { teamRoutes } from './account/team/team.routes';
import { transactionRoutes } from './account/transactions/transactions.routes';
import { fundingAccountRoutes } from './account/wallet/funding-account.routes';
import { walletRoutes } from './account/wallet/wallet.routes';
import { sessionRoutes } from './auth/sessions.routes';
import { requireOperator, requireRight, requireSignedIn } from './auth/signed-in';
import type { Deps } from './deps';
import { errorHandler } from './http/error-handler';
import { Refusal } from './http/refusal';
import { takeTurns } from './http/take-turns';
import { operatorRoutes } from './operator/operator.routes';
import { streamRoutes } from './stream/stream.routes';

const BODY_LIMIT = '16kb';
/** A file of 2 MiB (operator/reconciliation/file-fields.ts) as text in JSON. */
const FILE_PATHS = ['/operator/reconciliation/import', '/operator/collections/import'];
const FILE_LIMIT = '5mb';
/** 1,000 rows with long references, as text in JSON. */
const ORDERS_PATH = '/buying/files';
const ORDERS_LIMIT = '512kb';

/** Everything under /api except signing in (auth/auth.routes.ts): JSON for the pages, one router for each noun. */
export const buildApi = (deps: Deps): Router =>
  serveRoutes(deps, [
    sessionRoutes(deps),
    teamRoutes(deps),
    overviewRoutes(deps),
    transactionRoutes(deps),
    walletRoutes(deps),
    fundingAccountRoutes(deps),
    statementRoutes(deps),
    productRoutes(deps),
    buyingRoutes(deps),
    fileRoutes(deps),
    developerRoutes(deps),
    requestRoutes(deps),
    activityRoutes(deps),
    settingsRoutes(deps),
    streamRoutes(deps),
    searchRoutes(deps),
    forOperators(operatorRoutes(deps)),
  ]);

/**
 * Serves these routers to signed-in users. A route of an account reads only the data of `accountIdOf(response)`. Who is
 * signed in is asked once the body has arrived, which may be minutes after its headers; and `writeAs` asks again in the
 * transaction of each write.
 */
export function serveRoutes(deps: Pick<Deps, 'db' | 'findSignedIn' | 'log'>, routers: Router[]): Router {
  const api = express.Router();
  // nobody else may send so much
  api.use(ORDERS_PATH, requireSignedIn(deps), requireRight('buy'), express.json({ limit: ORDERS_LIMIT }));
  api.use(FILE_PATHS, requireSignedIn(deps), requireOperator, express.json({ limit: FILE_LIMIT }));
  api.use(express.json({ limit: BODY_LIMIT }), requireSignedIn(deps), (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  api.use(takeTurns(), ...routers);
  api.use(() => {
    throw new Refusal(404, 'unknown_path', 'There is nothing at this path.');
  });
  api.use(errorHandler(deps));
  return api;
}

/** Mounts these routers below /api/operator. */
export const forOperators = (routers: Router[]): Router =>
  express.Router().use('/operator', requireOperator, ...routers);
