import { dropForwardedPorts } from '@topup/runtime';
import express, { type Express } from 'express';
import type { Deps } from './deps';
import { authenticated, scoped } from './http/authenticated';
import { errorHandler } from './http/error-handler';
import { jsonBody } from './http/json-body';
import { methodNotAllowed, testOnly, unknownPath } from './http/no-route';
import { plainPath } from './http/plain-path';
import { rateLimited } from './http/rate-limited';
import { keepAnswers, openRequest } from './http/request-context';
import { requireHttpRules } from './http/require-http-rules';
import { purchaseAirtime } from './routes/airtime/purchase.route';
import { purchaseCable } from './routes/cabletv/purchase.route';
import { cableVariations } from './routes/cabletv/variations.route';
import { verifySmartcard } from './routes/cabletv/verify.route';
import { requireCallbackSecret, vtpassCallback } from './routes/callbacks/vtpass.route';
import { dataPlans } from './routes/data/plans.route';
import { purchaseData } from './routes/data/purchase.route';
import { docsRoutes } from './routes/docs/docs.route';
import { purchaseElectricity } from './routes/electricity/purchase.route';
import { verifyMeter } from './routes/electricity/verify.route';
import { listRequestLog } from './routes/requests/list.route';
import { fundTest } from './routes/test/fund.route';
import { listenToEvents } from './routes/test/listen.route';
import { resetTest } from './routes/test/reset.route';
import { triggerEvent } from './routes/test/trigger.route';
import { transactionStatus } from './routes/transaction/status.route';
import { listTransactions } from './routes/transactions/list.route';
import { walletBalance } from './routes/wallet/balance.route';
import { walletEntries } from './routes/wallet/entries.route';
import { getWebhook } from './routes/webhook/get.route';
import { setWebhook } from './routes/webhook/set.route';

/**
 * The public HTTP API. It checks in this order: key (401), limit of the account (429), scope of the key (401), body
 * (400, 413), fields (400), the route's own checks.
 */
export function buildApp(deps: Deps): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.set('trust proxy', deps.settings.trustedProxies);
  keepAnswers(app);
  app.use(dropForwardedPorts, plainPath, openRequest(deps), requireHttpRules);
  app.use('/v1', authenticated(deps));
  const routes = routesOf(deps);
  for (const [method, path, limit, scope, handler] of routes) {
    const first = [rateLimited(deps, limit), ...(path.startsWith('/v1/test/') ? [testOnly()] : [])];
    if (method === 'get') app.get(path, ...first, handler);
    else app.post(path, ...first, scoped(scope), jsonBody(), authenticated(deps), scoped(scope), handler);
  }
  for (const [, path, limit] of routes)
    app.all(path, rateLimited(deps, limit), methodNotAllowed(methodsOf(routes, path)));
  app.use('/v1', rateLimited(deps, 'other'));
  for (const [method, path, handler] of docsRoutes()) {
    app[method](path, handler);
    app.all(path, methodNotAllowed([method]));
  }
  app.post(
    '/callbacks/vtpass/:secret',
    requireCallbackSecret(deps),
    jsonBody(CALLBACK_MAX_BYTES),
    vtpassCallback(deps),
  );
  app.use(unknownPath());
  app.use(errorHandler(deps));
  return app;
}

const CALLBACK_MAX_BYTES = 256 * 1024; // the provider sends a changed price list as a whole

type Route = ReturnType<typeof routesOf>[number];

const methodsOf = (routes: readonly Route[], path: string) =>
  routes.filter((route) => route[1] === path).map(([method]) => method);

/** All endpoints for clients, each with the limit that its requests count for, and the scope that its key must have. */
function routesOf(deps: Deps) {
  return [
    ['post', '/v1/airtime/purchase', 'purchases', 'purchase', purchaseAirtime(deps)],
    ['get', '/v1/data/plans', 'other', 'read', dataPlans(deps)],
    ['post', '/v1/data/purchase', 'purchases', 'purchase', purchaseData(deps)],
    ['post', '/v1/cabletv/variations', 'lookups', 'read', cableVariations(deps)],
    ['post', '/v1/cabletv/verify', 'lookups', 'read', verifySmartcard(deps)],
    ['post', '/v1/cabletv/purchase', 'purchases', 'purchase', purchaseCable(deps)],
    ['post', '/v1/electricity/verify', 'lookups', 'read', verifyMeter(deps)],
    ['post', '/v1/electricity/purchase', 'purchases', 'purchase', purchaseElectricity(deps)],
    ['post', '/v1/transaction/status', 'status', 'read', transactionStatus(deps)],
    ['get', '/v1/transactions', 'other', 'read', listTransactions(deps)],
    ['get', '/v1/requests', 'other', 'read', listRequestLog(deps)],
    ['post', '/v1/webhook/set', 'other', 'purchase', setWebhook(deps)],
    ['get', '/v1/webhook/get', 'other', 'read', getWebhook(deps)],
    ['get', '/v1/wallet/balance', 'other', 'read', walletBalance(deps)],
    ['get', '/v1/wallet/entries', 'other', 'read', walletEntries(deps)],
    ['post', '/v1/test/wallet/fund', 'other', 'purchase', fundTest(deps)],
    ['post', '/v1/test/reset', 'other', 'purchase', resetTest(deps)],
    ['get', '/v1/test/events', 'other', 'read', listenToEvents(deps)],
    ['post', '/v1/test/events', 'other', 'purchase', triggerEvent(deps)],
  ] as const;
}
