import { productTypes } from '@topup/core/product';
import {
  type Closable,
  closablesOf,
  closeByHand,
  hoursLeft,
  isWholeStop,
  listReportedBreakers,
  listSwitches,
  openByHand,
  type ReportedBreaker,
  type Switch,
} from '@topup/core/provider';
import { type Burn, readBurn, type SentCount } from '@topup/core/reporting';
import { type Db, formatNaira, pick, toWire } from '@topup/core/shared';
import type { ProviderHealth, ProviderRow, ProviderSwitched } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import type { OperatorDeps } from '../../deps';
import { cached } from '../../expiring-cache';
import { serveChange } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { type ListDeps, serveTable } from '../../http/lists';
import { query } from '../../http/query';
import { line, readQuery } from '../../http/read-fields';
import { refusalOf } from '../../http/refusal';
import { type FloatNow, toFloat } from './float-reader';
import { type LastHour, unansweredBy } from './last-hour';

const CACHE_BURN_MS = 60_000; // three hours of 42,000 purchases, at a million a day

const FILTER = { provider: query.text(50) };
const ASKED = Joi.object<{ provider?: string }>(FILTER);

/** `service`: the id of a service; null: the whole provider. */
type Order = { provider: string; service: string | null };

const ORDER = { provider: line, service: line.allow(null) };

/** The floats and the health of the providers, and what of them is closed. */
export function providerRoutes(
  deps: { operator: OperatorDeps } & ListDeps,
  { floats, lastHour }: { floats(): Promise<FloatNow[]>; lastHour(): Promise<LastHour> },
): Router {
  const { db, clock, operator } = deps;
  const { providers } = operator;
  const burns = cached(CACHE_BURN_MS, clock, () => readBurn(db, clock.now()));
  const names = providers.map(({ name }) => name);
  // one that PROVIDERS names no more is the last
  const placeOf = (provider: string) => (names.includes(provider) ? names.indexOf(provider) : names.length);
  const router = Router();
  router.get('/provider', async (request, response) => {
    const { provider: asked } = readQuery(ASKED, request);
    const isAsked = (provider: string) => asked === undefined || provider === asked;
    const [floatsNow, { sent }, burnsNow, breakers] = await Promise.all([
      floats(),
      lastHour(),
      burns(),
      readBreakerRows(db),
    ]);
    const rows = toRows(providers, { floats: floatsNow, burns: burnsNow, breakers, sent, now: clock.now() });
    response.json({
      providers: rows.filter(({ name }) => isAsked(name)),
      breakers: toWire(breakers.filter(({ provider }) => isAsked(provider))),
      lastHour: sent
        .filter(({ provider }) => isAsked(provider))
        .toSorted((one, other) => placeOf(one.provider) - placeOf(other.provider))
        .map((row) => pick(row, 'provider', 'product', 'sent', 'success', 'failed', 'open', 'medianSeconds')),
    } satisfies ProviderHealth);
  });
  serveTable(router, deps, {
    path: '/provider/breakers',
    file: 'breakers',
    filters: FILTER,
    read: async ({ provider: asked }: { provider?: string }) =>
      (await readBreakerRows(db)).filter(({ provider }) => asked === undefined || provider === asked),
    columns: columnsOf<BreakerRow>()(['provider,breaker,reason,state,accounts,since,detail']),
  });
  // sends no more orders to a provider, or of one service there; every process stops within a second
  serveChange(router, '/provider/close', {
    body: Joi.object<Order & { reason: string }>({ ...ORDER, reason: line }),
    make: async ({ provider, ...order }, by) => closeByHand(db, by, findClosable(operator, provider), order),
    answer: (_, { provider, service }): ProviderSwitched => ({ provider, service, closed: true }),
  });
  // sends orders again to what was closed by hand
  serveChange(router, '/provider/open', {
    body: Joi.object<Order>(ORDER),
    make: async ({ provider, service }, by) => openByHand(db, by, findClosable(operator, provider), service),
    answer: (_, { provider, service }): ProviderSwitched => ({ provider, service, closed: false }),
  });
  return router;
}

type Known = { floats: FloatNow[]; burns: Burn[]; breakers: BreakerRow[]; sent: SentCount[]; now: Date };

function toRows(providers: OperatorDeps['providers'], { floats, burns, breakers, sent, now }: Known): ProviderRow[] {
  const closables = closablesOf(providers);
  return floats.map((float, i) => {
    const { provider: name } = float;
    const burn = burns.find(({ provider }) => provider === name);
    const burnKobo = burn?.koboPerHour ?? 0n;
    return {
      name,
      sells: [...(providers[i]?.sells ?? productTypes)],
      services: [...(closables[i]?.services ?? [])],
      closed: breakers.some((row) => row.provider === name && isWholeStop(row)),
      unanswered: unansweredBy(name, sent),
      float: toFloat(float),
      burnPerHour: formatNaira(burnKobo),
      hoursLeft: float.last === null || isTooShort(burn, now) ? null : hoursLeft(float.last.kobo, burnKobo),
    };
  });
}

const HOUR_MS = 3_600_000;

/** Sales of less than an hour say little of an hour's cost: a float would seem to last for months. */
const isTooShort = (burn: Burn | undefined, now: Date): boolean =>
  burn !== undefined && now.getTime() - burn.firstAt.getTime() < HOUR_MS;

function findClosable({ providers }: OperatorDeps, name: string): Closable {
  const all = closablesOf(providers);
  const found = all.find((each) => each.name === name);
  if (found === undefined)
    throw refusalOf({ kind: 'no_such_provider', provider: name, known: all.map((each) => each.name) });
  return found;
}

/** `processes` null: every process, because it was closed by hand. */
type BreakerRow = Omit<ReportedBreaker, 'leftKobo' | 'processes'> & { processes: string[] | null };

const switchRow = ({ provider, breaker, reason, closedBy, closedAt }: Switch): BreakerRow => ({
  provider,
  breaker,
  reason: 'operator',
  state: 'open',
  accounts: null,
  processes: null,
  since: closedAt,
  detail: `${closedBy}: ${reason}`,
});

const breakerRow = ({ leftKobo, detail, ...breaker }: ReportedBreaker): BreakerRow => ({
  ...breaker,
  detail: leftKobo === null ? detail : `Orders above NGN ${formatNaira(leftKobo)} are stopped.`,
});

/** Reads the stops at all providers, first those that an operator has made. */
export async function readBreakerRows(db: Db): Promise<BreakerRow[]> {
  const [switches, breakers] = await Promise.all([listSwitches(db), listReportedBreakers(db)]);
  return [...switches.map(switchRow), ...breakers.map(breakerRow)];
}
