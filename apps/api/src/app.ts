import express, { type Express } from 'express';
import type { Deps } from './deps';
import { authenticated } from './http/authenticated';
import { errorHandler } from './http/error-handler';
import { jsonBody } from './http/json-body';
import { openRequest } from './http/request-context';
import { methodNotAllowed, unknownPath } from './http/unknown';
import { purchaseAirtime } from './routes/airtime/purchase.route';
import { transactionStatus } from './routes/transaction/status.route';
import { walletBalance } from './routes/wallet/balance.route';
import { getWebhook } from './routes/webhook/get.route';
import { setWebhook } from './routes/webhook/set.route';

/** The public HTTP API. The order of checks is the document's: key (401), body (400, 413), fields (400), then the route's own. */
export function buildApp(deps: Deps): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(openRequest(deps));
  app.use('/v1', authenticated(deps));
  const routes = [
    ['post', '/v1/airtime/purchase', purchaseAirtime(deps)],
    ['post', '/v1/transaction/status', transactionStatus(deps)],
    ['post', '/v1/webhook/set', setWebhook(deps)],
    ['get', '/v1/webhook/get', getWebhook(deps)],
    ['get', '/v1/wallet/balance', walletBalance(deps)],
  ] as const;
  for (const [method, path, handler] of routes) {
    if (method === 'post') app.post(path, jsonBody(), handler);
    else app.get(path, handler);
    app.all(path, methodNotAllowed(method));
  }
  app.use(unknownPath());
  app.use(errorHandler(deps));
  return app;
}
