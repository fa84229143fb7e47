import { createAuthenticator } from '@topup/core/api-key';
import { type Db, openDatabase, systemClock } from '@topup/core/shared';
import { createLog, createMetrics, createRateLimiter, type Log, listen, loadSettings } from '@topup/runtime';
import express, { type Express, type RequestHandler } from 'express';
import { authenticated } from '../../apps/api/src/http/authenticated';
import { errorHandler } from '../../apps/api/src/http/error-handler';
import { createPublicServer } from '../../apps/api/src/http/public-server';
import { rateLimited } from '../../apps/api/src/http/rate-limited';
import { openRequest } from '../../apps/api/src/http/request-context';
import { apiFigures } from '../../apps/api/src/metrics';
import { type ApiSettings, settingNames } from '../../apps/api/src/settings';

export type Front = { settings: ApiSettings; db: Db; log: Log };

/**
 * A server whose requests go through what stands before every route of the real api, made of the same parts, in its order (app.ts): request id, log line
 * and figures, API key, rate limit. Then `handlers` answer POST /v1/airtime/purchase.
 */
export async function serveBehindFront(
  name: string,
  handlers: (front: Front) => RequestHandler[] | Promise<RequestHandler[]>,
): Promise<void> {
  const settings = loadSettings(settingNames);
  const log = createLog(name, settings.LOG_LEVEL);
  const db = openDatabase({
    url: settings.DATABASE_URL,
    max: 10,
    name: `bench-${name}`,
    onError: (error) => log.warn(error.message),
  });
  const figures = apiFigures(createMetrics(name));
  const authenticator = createAuthenticator({ db, clock: systemClock });
  const rateLimiter = createRateLimiter(
    { perMinute: settings.RATE_LIMIT_PER_MINUTE, redisUrl: settings.REDIS_URL },
    log,
  );

  const app: Express = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(openRequest({ clock: systemClock, log, figures }));
  app.use('/v1', authenticated({ authenticator }), rateLimited({ rateLimiter }));
  app.post('/v1/airtime/purchase', ...(await handlers({ settings, db, log })));
  app.use(errorHandler({ log }));
  const port = await listen(createPublicServer(app), settings.API_PORT, settings.LISTEN_HOST);
  process.send?.({ port });
}
