import { productTypes } from '@topup/core/product';
import { closablesOf, hoursLeft, WHOLE_PROVIDER } from '@topup/core/provider';
import { type Burn, readBurn } from '@topup/core/reporting';
import { formatNaira, toWire } from '@topup/core/shared';
import type { ProviderHealth, ProviderRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { query } from '../../http/query';
import { readQuery } from '../../http/read-fields';
import { cached } from '../cached';
import type { OperatorDeps } from '../deps';
import { type ListDeps, serveTable } from '../list-routes';
import { BREAKER_COLUMNS, readBreakerRows } from './breakers.presenter';
import { close, open } from './close-provider';
import { toFloat } from './float.presenter';
import type { FloatNow } from './float-reader';
import type { LastHour } from './last-hour';

const CACHE_BURN_MS = 60_000; // three hours of 42,000 purchases, at a million a day

type Readings = {
  floats(): Promise<FloatNow[]>;
  lastHour(): Promise<LastHour>;
  burns(): Promise<Burn[]>;
};

/** The floats and the health of the providers, and what of them is closed. */
export function providerRoutes(
  deps: Pick<Deps, 'operator'> & ListDeps,
  shared: Pick<Readings, 'floats' | 'lastHour'>,
): Router {
  const { db, clock } = deps;
  const burns = cached(CACHE_BURN_MS, clock, () => readBurn(db, clock.now()));
  const router = Router();
  router.get('/provider', health(deps, { ...shared, burns }));
  serveBreakers(router, deps);
  router.post('/provider/close', close(deps));
  router.post('/provider/open', open(deps));
  return router;
}

type Query = { provider?: string };

const FILTER = { provider: query.text(50) };
const ASKED = Joi.object<Query>(FILTER);

/** The breakers of the same answer. */
function serveBreakers(router: Router, deps: ListDeps): void {
  serveTable(router, deps, {
    path: '/provider/breakers',
    file: 'breakers',
    filters: FILTER,
    read: async ({ provider: asked }: Query) =>
      (await readBreakerRows(deps.db)).filter(({ provider }) => asked === undefined || provider === asked),
    columns: BREAKER_COLUMNS,
  });
}

function health(
  { db, operator: { providers } }: Pick<Deps, 'db' | 'operator'>,
  { floats, lastHour, burns }: Readings,
): RequestHandler {
  const names = providers.map(({ name }) => name);
  // one that PROVIDERS names no more is the last
  const placeOf = (provider: string) => (names.includes(provider) ? names.indexOf(provider) : names.length);
  return async (request, response) => {
    const { provider: asked } = readQuery(ASKED, request);
    const isAsked = (provider: string) => asked === undefined || provider === asked;
    const [floatsNow, { sent }, burnsNow, breakers] = await Promise.all([
      floats(),
      lastHour(),
      burns(),
      readBreakerRows(db),
    ]);
    const rows = toRows(providers, { floats: floatsNow, burns: burnsNow, breakers });
    response.json({
      providers: rows.filter(({ name }) => isAsked(name)),
      breakers: toWire(breakers.filter(({ provider }) => isAsked(provider))),
      lastHour: sent
        .filter(({ provider }) => isAsked(provider))
        .toSorted((one, other) => placeOf(one.provider) - placeOf(other.provider)),
    } satisfies ProviderHealth);
  };
}

function toRows(
  providers: OperatorDeps['providers'],
  {
    floats,
    burns,
    breakers,
  }: { floats: FloatNow[]; burns: Burn[]; breakers: Awaited<ReturnType<typeof readBreakerRows>> },
): ProviderRow[] {
  const closables = closablesOf(providers);
  return floats.map((float, i) => {
    const { provider: name } = float;
    const burnKobo = burns.find(({ provider }) => provider === name)?.koboPerHour ?? 0n;
    return {
      name,
      sells: [...(providers[i]?.sells ?? productTypes)],
      services: [...(closables[i]?.services ?? [])],
      closed: breakers.some(
        ({ provider, breaker, reason }) => provider === name && breaker === WHOLE_PROVIDER && reason === 'operator',
      ),
      float: toFloat(float),
      burnPerHour: formatNaira(burnKobo),
      hoursLeft: float.last === null ? null : hoursLeft(float.last.kobo, burnKobo),
    };
  });
}
