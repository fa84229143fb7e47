import { constants } from 'node:zlib';
import { dropForwardedPorts } from '@topup/runtime';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { buildApi } from './api';
import { type AuthDeps, authRoutes, keepSignedIn } from './auth/auth.routes';
import { errorHandler } from './http/error-handler';
import type { Health } from './http/health';
import { canonicalHost, sameOrigin } from './http/origin';
import { requestLog } from './http/request-log';
import { securityHeaders } from './http/security-headers';
import { servePages } from './http/serve-pages';

/** The files of the pages, which browsers keep for a year, are 6 % smaller than by the usual quality of 4. */
const COMPRESSION = { brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } };

/** The parts that are made beside the routes. `count`: counts each request. */
type Around = { health: Health; count: RequestHandler };

/** The pages and their JSON on one port. */
export function buildApp(deps: AuthDeps, { health, count }: Around): Express {
  const app = express();
  const { url } = deps.site;
  app.disable('x-powered-by').set('query parser', 'simple').set('trust proxy', deps.trustedProxies);
  app.use(dropForwardedPorts);
  app.get('/live', health.live).get('/ready', health.ready);
  app.use(
    requestLog(deps),
    count,
    securityHeaders(url.startsWith('https:')),
    canonicalHost(url),
    compression(COMPRESSION),
  );
  app.use('/api', sameOrigin(url));
  app.use('/api/auth', authRoutes(deps));
  app.get('/api/me', keepSignedIn(deps));
  app.use('/api', buildApi(deps));
  app.use(servePages(deps.site));
  app.use(errorHandler(deps));
  return app;
}
