import type { Clock, Db } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';
import type { RequestHandler } from 'express';
import { wrongSignIns } from '../auth/refusals';

const PARTS = ['pages', 'auth', 'account', 'operator'] as const;

/**
 * Counts the requests of browsers: by the part of the dashboard, never by the path, which can hold an id; and the
 * sign-ins that failed, whose reason `recordingFailure` leaves in `response.locals.failedSignIn`.
 */
export function requestMetrics(metrics: Metrics, { clock }: { clock: Clock }): RequestHandler {
  const requests = metrics.counter(
    'dashboard_requests_total',
    'Requests, by the part of the dashboard that handled them.',
    ['part', 'status'],
    PARTS.map((part) => ({ part, status: '500' })),
  );
  const seconds = metrics.duration(
    'dashboard_request_seconds',
    'Time from the arrival of a request to the end of the response.',
    ['part'],
  );
  const failed = metrics.counter(
    'dashboard_sign_ins_failed_total',
    'Wrong passwords and codes, and sign-ins that had to wait.',
    ['why'],
    wrongSignIns.map((why) => ({ why })),
  );
  return (request, response, next) => {
    const [part, arrivedAtMs] = [partOf(request.path), clock.monotonicMs()];
    response.on('close', () => {
      // a page ends its stream when it is closed, after minutes
      const { isStream = false } = response.locals;
      requests({ part, status: response.writableFinished || isStream ? String(response.statusCode) : 'hung_up' });
      if (!isStream) seconds({ part }, (clock.monotonicMs() - arrivedAtMs) / 1000);
      const why: unknown = response.locals.failedSignIn;
      if (typeof why === 'string') failed({ why });
    });
    next();
  };
}

function partOf(path: string): (typeof PARTS)[number] {
  const [, api, room] = path.split('/');
  if (api === 'queues') return 'operator';
  if (api !== 'api') return 'pages';
  return room === 'auth' || room === 'operator' ? room : 'account';
}

/** Measures at each scrape how long a page waits for a connection and a first answer of the database. */
export function watchDatabase(metrics: Metrics, { db, clock }: { db: Db; clock: Clock }): void {
  const help = 'Time of SELECT 1, including the wait for a connection of the pool.';
  metrics.gauges('database', { dashboard_database_seconds: { help, labels: [] } }, async () => {
    const askedAtMs = clock.monotonicMs();
    await db.$queryRaw`SELECT 1`;
    return [{ name: 'dashboard_database_seconds', value: (clock.monotonicMs() - askedAtMs) / 1000 }];
  });
}
