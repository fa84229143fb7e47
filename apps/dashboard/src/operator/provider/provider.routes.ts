import { listReportedBreakers, listSwitches, servicesOf } from '@topup/core/provider';
import { countSent } from '@topup/core/reporting';
import type { ProviderFloat, ProviderHealth } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '../../deps';
import { cached } from '../cached';
import { breakerRow, switchRow } from './breakers.presenter';
import { close, open } from './close-provider';

const HOUR_MS = 3_600_000;
const CACHE_MS = 15_000; // at a million purchases a day, an hour has 42,000 and takes 50 ms

/** The float and the health of the provider, and what of it is closed. */
export function providerRoutes(
  deps: Pick<Deps, 'db' | 'clock' | 'operator'>,
  float: () => Promise<ProviderFloat>,
): Router {
  const { db, clock } = deps;
  const lastHour = cached(CACHE_MS, clock, () => countSent(db, new Date(clock.now().getTime() - HOUR_MS)));
  const router = Router();
  router.get('/provider', health(deps, float, lastHour));
  router.post('/provider/close', close(deps));
  router.post('/provider/open', open(deps));
  return router;
}

function health(
  { db, operator: { provider } }: Pick<Deps, 'db' | 'operator'>,
  float: () => Promise<ProviderFloat>,
  lastHour: () => ReturnType<typeof countSent>,
): RequestHandler {
  return async (_request, response) => {
    const [floatNow, counts, switches, breakers] = await Promise.all([
      float(),
      lastHour(),
      listSwitches(db, provider.name),
      listReportedBreakers(db, provider.name),
    ]);
    response.json({
      name: provider.name,
      float: floatNow,
      breakers: [...switches.map(switchRow), ...breakers.map(breakerRow)],
      services: servicesOf(provider),
      lastHour: counts,
    } satisfies ProviderHealth);
  };
}
