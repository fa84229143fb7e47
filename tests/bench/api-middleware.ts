import { createAuthenticator } from '@topup/core/api-key';
import { type Db, openDatabase, systemClock } from '@topup/core/shared';
import { createLog, createMetrics, createRateLimiter, type Log, listen } from '@topup/runtime';
import { defaultLimits } from '@topup/settings';
import express, { type Express, type RequestHandler } from 'express';
import { authenticated } from '../../apps/api/src/http/authenticated';
import { errorHandler } from '../../apps/api/src/http/error-handler';
import { createPublicServer } from '../../apps/api/src/http/public-server';
import { rateLimited } from '../../apps/api/src/http/rate-limited';
import { openRequest } from '../../apps/api/src/http/request-context';
import { createApiMetrics } from '../../apps/api/src/metrics';
import { type ApiSettings, readSettings } from '../../apps/api/src/settings';

export type ServerContext = { settings: ApiSettings; db: Db; log: Log };

/**
 * Serves POST /v1/airtime/purchase by `handlers`, behind the middleware of the real api that costs most (app.ts),
 * in its order: request id, log line and metrics, API key, rate limit.
 */
export async function serveWithApiMiddleware(
  name: string,
  handlers: (context: ServerContext) => RequestHandler[] | Promise<RequestHandler[]>,
): Promise<void> {
  const settings = readSettings();
  const log = createLog(name, settings.LOG_LEVEL);
  const db = openDatabase({
    url: settings.DATABASE_URL,
    max: 10,
    name: `bench-${name}`,
    onError: (error) => log.warn(error.message),
  });
  const metrics = createApiMetrics(createMetrics(name, log));
  const authenticator = createAuthenticator({ db, clock: systemClock });
  const rateLimits = {
    limiter: createRateLimiter(settings.REDIS_URL, log),
    defaults: defaultLimits(settings),
    failedKeysPerAddress: settings.RATE_LIMIT_FAILED_KEYS,
  };

  const app: Express = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(openRequest({ clock: systemClock, log, metrics, requestLog: null, tracing: undefined }));
  app.use('/v1', authenticated({ authenticator, rateLimits }));
  app.post(
    '/v1/airtime/purchase',
    rateLimited({ rateLimits }, 'purchases'),
    ...(await handlers({ settings, db, log })),
  );
  app.use(errorHandler({ log }));
  const port = await listen(createPublicServer(app, log), settings.API_PORT, settings.LISTEN_HOST);
  process.send?.({ port });
}
