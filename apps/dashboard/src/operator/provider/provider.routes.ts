import { countSent } from '@topup/core/reporting';
import type { ProviderFloat, ProviderHealth } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '../../deps';
import { keepFor } from '../cached';

const HOUR_MS = 3_600_000;
const KEEP_MS = 15_000; // a million purchases a day are 42,000 in an hour: 50 ms

/** How the provider does. */
export function providerRoutes(
  { db, clock, operator }: Pick<Deps, 'db' | 'clock' | 'operator'>,
  float: () => Promise<ProviderFloat>,
): Router {
  const lastHour = keepFor(KEEP_MS, clock, () => countSent(db, new Date(clock.now().getTime() - HOUR_MS)));
  const router = Router();
  router.get('/provider', health(operator.provider.name, float, lastHour));
  return router;
}

function health(
  name: string,
  float: () => Promise<ProviderFloat>,
  lastHour: () => ReturnType<typeof countSent>,
): RequestHandler {
  return async (_request, response) => {
    const [told, counts] = await Promise.all([float(), lastHour()]);
    response.json({ name, float: told, lastHour: counts } satisfies ProviderHealth);
  };
}
