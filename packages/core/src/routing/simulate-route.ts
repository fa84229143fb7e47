import { type ProductType, type ProviderProfile, productTypes } from '../provider/provider.port';
import { listReportedBreakers, listSwitches } from '../provider/switch.store';
import type { Db } from '../shared/db';
import { newId } from '../shared/ids';
import { servicesOfProduct } from './check-rules';
import { createRouter, type RouterDeps } from './create-router';
import type { Decision, RoutableOrder } from './router.port';
import { readRules } from './routing.store';
import { isSickness } from './sickness';
import { type RoutingReads, readRouting } from './watch-routing';

export type SimulatedOrder = {
  productType: ProductType;
  serviceId: string;
  amountKobo: bigint;
  /** The code of the plan or package, or the type of the meter; null: none is asked for. */
  code: string | null;
  /** Null: an account without rules of its own. */
  accountId: string | null;
};

/** `chosen`: null when nobody can serve it now. */
export type Simulation = Pick<Decision, 'version' | 'passed'> & {
  chosen: string | null;
  costKobo: bigint | null;
  absorbs: boolean;
};

export type SimulationOutcome =
  | { kind: 'simulated'; simulation: Simulation }
  | { kind: 'no_such_version' }
  | { kind: 'no_such_service'; services: string[] };

/**
 * Says who would serve an order now, by all that the running processes go by: rules, products, floats, what is closed
 * by hand, and the breakers and the health that they report. `version`: as if this one were active.
 */
export async function simulateRoute(
  { providers, ...reads }: RoutingReads & { providers: readonly ProviderProfile[] },
  { productType, serviceId, amountKobo, code, accountId }: SimulatedOrder,
  version?: number,
): Promise<SimulationOutcome> {
  const services = servicesOfProduct(productType, { providers });
  if (!services.includes(serviceId)) return { kind: 'no_such_service', services };
  const [state, rules] = await Promise.all([readRouting(reads), readRules(reads.db, version)]);
  if (rules === null) return { kind: 'no_such_version' };
  const stopOf = await readStops(reads.db);
  const router = createRouter({ providers, stopOf, sicknessOf: () => null });
  router.learn({ ...state, rules });
  const order: RoutableOrder = {
    ...{ accountId: accountId ?? newId(), productType, amountKobo },
    terms: { serviceId, variationCode: code, subscriptionType: null, contactPhone: '' },
  };
  const route = router.route(order, []);
  const { version: active } = rules;
  if (route !== null) {
    const { provider, costKobo, decision } = route;
    const absorbs = decision.absorbs ?? false;
    return {
      kind: 'simulated',
      simulation: { version: active, chosen: provider, costKobo, absorbs, passed: decision.passed },
    };
  }
  const passed = router.passedOver(order);
  return { kind: 'simulated', simulation: { version: active, chosen: null, costKobo: null, absorbs: false, passed } };
}

/** What stops orders, as operators and the running processes say. */
async function readStops(db: Db): Promise<RouterDeps['stopOf']> {
  const [switches, reported] = await Promise.all([listSwitches(db), listReportedBreakers(db)]);
  const isAbout = (breaker: string, serviceId: string) => breaker === 'provider' || breaker === serviceId;
  return ({ provider, serviceId, amountKobo }) => {
    const closed = switches.find((each) => each.provider === provider && isAbout(each.breaker, serviceId));
    if (closed !== undefined) return { breaker: closed.breaker, reason: 'operator' as const };
    const open = reported.find(
      ({ provider: name, breaker, reason, accounts, leftKobo }) =>
        name === provider &&
        isAbout(breaker, serviceId) &&
        accounts === null &&
        !isSickness(reason) &&
        (leftKobo === null || amountKobo > leftKobo),
    );
    return open === undefined ? null : { breaker: open.breaker, reason: open.reason };
  };
}

/** The products and their services, for a list to choose from. */
export const listServices = (providers: readonly Pick<ProviderProfile, 'name' | 'dataServices'>[]) =>
  productTypes.map((productType) => ({ productType, services: servicesOfProduct(productType, { providers }) }));
