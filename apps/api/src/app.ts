import { isSold } from '@topup/core/product';
import { dropForwardedPorts } from '@topup/runtime';
import express, { type Express } from 'express';
import type { Deps } from './deps';
import { authenticated, scoped } from './http/authenticated';
import { errorHandler } from './http/error-handler';
import { plainPath, requireHttpRules } from './http/http-rules';
import { jsonBody } from './http/json-body';
import { methodNotAllowed, testOnly, unknownPath } from './http/no-route';
import { rateLimited } from './http/rate-limited';
import { keepAnswers, openRequest } from './http/request-context';
import { purchaseAirtime } from './routes/airtime/purchase.route';
import { cableVariations, purchaseCable, verifySmartcard } from './routes/cabletv/cabletv.route';
import { monnifyCallback, noticeBytes } from './routes/callbacks/monnify.route';
import { requireCallbackSecret, vtpassCallback } from './routes/callbacks/vtpass.route';
import { dataPlans, purchaseData } from './routes/data/data.route';
import { docsRoutes } from './routes/docs/docs.route';
import { purchaseElectricity, verifyMeter } from './routes/electricity/electricity.route';
import { listExams, purchaseExamPin, verifyProfile } from './routes/exams/exams.route';
import { prices } from './routes/prices/prices.route';
import { listRequestLog } from './routes/requests/list.route';
import { services, statusRoutes } from './routes/services/services.route';
import { fundTest, listenToEvents, resetTest, triggerEvent } from './routes/test/test-mode.route';
import { listTransactionChanges } from './routes/transaction/changes.route';
import { claimTransaction, listTransactions, transactionStatus } from './routes/transaction/transaction.route';
import { fundingAccounts, walletBalance, walletEntries } from './routes/wallet/wallet.route';
import { getWebhook, setWebhook } from './routes/webhook/webhook.route';

/**
 * The public HTTP API. It checks in this order: key (401), limit of the account (429), scope of the key (401), body
 * (400, 413), fields (400), the route's own checks.
 */
export function buildApp(deps: Deps): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.set('trust proxy', deps.settings.TRUSTED_PROXIES);
  keepAnswers(app);
  app.use(dropForwardedPorts, plainPath, openRequest(deps), requireHttpRules);
  app.use('/v1', authenticated(deps));
  const routes = [...routesOf(deps), ...(isSold('EXAM_PIN', deps.settings) ? examRoutes(deps) : [])];
  for (const [method, path, limit, scope, handler] of routes) {
    const first = [rateLimited(deps, limit), ...(path.startsWith('/v1/test/') ? [testOnly()] : [])];
    if (method === 'get') app.get(path, ...first, handler);
    else app.post(path, ...first, scoped(scope), jsonBody(), authenticated(deps), scoped(scope), handler);
  }
  for (const [, path, limit] of routes)
    app.all(path, rateLimited(deps, limit), methodNotAllowed(methodsOf(routes, path)));
  app.use('/v1', rateLimited(deps, 'other'));
  for (const [path, handler] of [...docsRoutes(deps.settings), ...statusRoutes(deps)])
    app.get(path, handler).all(path, methodNotAllowed(['get']));
  app.post(
    '/callbacks/vtpass/:secret',
    requireCallbackSecret(deps.settings.VTPASS_CALLBACK_SECRET),
    jsonBody(CALLBACK_MAX_BYTES),
    vtpassCallback(deps),
  );
  app.post(
    '/callbacks/monnify/:secret',
    requireCallbackSecret(deps.settings.COLLECTIONS === 'off' ? undefined : deps.settings.MONNIFY_CALLBACK_SECRET),
    noticeBytes,
    monnifyCallback(deps),
  );
  app.use(unknownPath());
  app.use(errorHandler(deps));
  return app;
}

const CALLBACK_MAX_BYTES = 256 * 1024; // the provider sends a changed price list as a whole

type Route = ReturnType<typeof routesOf | typeof examRoutes>[number];

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
    ['post', '/v1/transaction/claim', 'other', 'purchase', claimTransaction(deps)],
    ['get', '/v1/services', 'other', 'read', services(deps)],
    ['get', '/v1/prices', 'other', 'read', prices(deps)],
    ['get', '/v1/transactions', 'other', 'read', listTransactions(deps)],
    ['get', '/v1/transactions/changes', 'other', 'read', listTransactionChanges(deps)],
    ['get', '/v1/requests', 'other', 'read', listRequestLog(deps)],
    ['post', '/v1/webhook/set', 'other', 'purchase', setWebhook(deps)],
    ['get', '/v1/webhook/get', 'other', 'read', getWebhook(deps)],
    ['get', '/v1/wallet/balance', 'other', 'read', walletBalance(deps)],
    ['get', '/v1/wallet/funding-accounts', 'other', 'read', fundingAccounts(deps)],
    ['get', '/v1/wallet/entries', 'other', 'read', walletEntries(deps)],
    ['post', '/v1/test/wallet/fund', 'other', 'purchase', fundTest(deps)],
    ['post', '/v1/test/reset', 'other', 'purchase', resetTest(deps)],
    ['get', '/v1/test/events', 'other', 'read', listenToEvents(deps)],
    ['post', '/v1/test/events', 'other', 'purchase', triggerEvent(deps)],
  ] as const;
}

/** Those of a product that an operator turns on. */
const examRoutes = (deps: Deps) =>
  [
    ['get', '/v1/exams', 'other', 'read', listExams(deps)],
    ['post', '/v1/exams/verify', 'lookups', 'read', verifyProfile(deps)],
    ['post', '/v1/exams/purchase', 'purchases', 'purchase', purchaseExamPin(deps)],
  ] as const;
