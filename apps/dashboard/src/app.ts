import compression from 'compression';
import express, { type Express } from 'express';
import { buildApi } from './api';
import type { Deps } from './deps';
import { errorHandler } from './http/error-handler';
import type { Health } from './http/health';
import { oneAddress } from './http/one-address';
import { servePages } from './http/pages';
import { requestLog } from './http/request-log';
import { sameOrigin } from './http/same-origin';
import { securityHeaders } from './http/security-headers';

/** Peers whose word about where a request comes from is taken: a proxy beside us. From the internet nobody has such an address. */
const OUR_PROXIES = ['loopback', 'linklocal', 'uniquelocal'];

/** Pages and their JSON on one port; `url` is where people open them. */
export function buildApp(deps: Deps, { url, health }: { url: string; health: Health }): Express {
  const app = express();
  app.disable('x-powered-by').set('query parser', 'simple').set('trust proxy', OUR_PROXIES);
  app.get('/live', health.live).get('/ready', health.ready);
  app.use(requestLog(deps), securityHeaders(url.startsWith('https:')), oneAddress(url), compression());
  app.use('/api', sameOrigin(url), buildApi(deps));
  app.use(servePages());
  app.use(errorHandler(deps));
  return app;
}
