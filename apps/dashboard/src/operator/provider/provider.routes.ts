import {
  closablesOf,
  hoursLeft,
  listReportedBreakers,
  listSwitches,
  productTypes,
  type Switch,
  WHOLE_PROVIDER,
} from '@topup/core/provider';
import { type Burn, countSent, readBurn } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import type { ProviderHealth, ProviderRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '../../deps';
import { cached } from '../cached';
import type { OperatorDeps } from '../deps';
import { breakerRow, switchRow } from './breakers.presenter';
import { close, open } from './close-provider';
import { toFloat } from './float.presenter';
import type { FloatNow } from './float-reader';

const HOUR_MS = 3_600_000;
const CACHE_MS = 15_000; // at a million purchases a day, an hour has 42,000 and takes 50 ms
const CACHE_BURN_MS = 60_000; // three hours of them

type Readings = {
  floats(): Promise<FloatNow[]>;
  lastHour(): ReturnType<typeof countSent>;
  burns(): Promise<Burn[]>;
};

/** The floats and the health of the providers, and what of them is closed. */
export function providerRoutes(
  deps: Pick<Deps, 'db' | 'clock' | 'operator'>,
  floats: () => Promise<FloatNow[]>,
): Router {
  const { db, clock } = deps;
  const lastHour = cached(CACHE_MS, clock, () => countSent(db, new Date(clock.now().getTime() - HOUR_MS)));
  const burns = cached(CACHE_BURN_MS, clock, () => readBurn(db, clock.now()));
  const router = Router();
  router.get('/provider', health(deps, { floats, lastHour, burns }));
  router.post('/provider/close', close(deps));
  router.post('/provider/open', open(deps));
  return router;
}

function health(
  { db, operator: { providers } }: Pick<Deps, 'db' | 'operator'>,
  { floats, lastHour, burns }: Readings,
): RequestHandler {
  const names = providers.map(({ name }) => name);
  // one that PROVIDERS names no more is the last
  const placeOf = (provider: string) => (names.includes(provider) ? names.indexOf(provider) : names.length);
  return async (_request, response) => {
    const [floatsNow, counts, burnsNow, switches, breakers] = await Promise.all([
      floats(),
      lastHour(),
      burns(),
      listSwitches(db),
      listReportedBreakers(db),
    ]);
    response.json({
      providers: toRows(providers, { floats: floatsNow, burns: burnsNow, switches }),
      breakers: [...switches.map(switchRow), ...breakers.map(breakerRow)],
      lastHour: counts.toSorted((one, other) => placeOf(one.provider) - placeOf(other.provider)),
    } satisfies ProviderHealth);
  };
}

function toRows(
  providers: OperatorDeps['providers'],
  { floats, burns, switches }: { floats: FloatNow[]; burns: Burn[]; switches: Switch[] },
): ProviderRow[] {
  const closables = closablesOf(providers);
  return floats.map((float, i) => {
    const { provider: name } = float;
    const burnKobo = burns.find(({ provider }) => provider === name)?.koboPerHour ?? 0n;
    return {
      name,
      sells: [...(providers[i]?.sells ?? productTypes)],
      services: [...(closables[i]?.services ?? [])],
      closed: switches.some(({ provider, breaker }) => provider === name && breaker === WHOLE_PROVIDER),
      float: toFloat(float),
      burnPerHour: formatNaira(burnKobo),
      hoursLeft: float.last === null ? null : hoursLeft(float.last.kobo, burnKobo),
    };
  });
}
