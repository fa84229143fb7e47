import { readOurProducts } from '../catalogue/mapping/mapping.store';
import { ourText } from '../catalogue/mapping/match-products';
import type { Refused } from '../errors/refusal-catalog';
import { type ProductType, products, productTypes, servicesOf, takesCode } from '../product/products';
import { catalogueOwner } from '../provider/catalogue-owner';
import type { ProviderProfile } from '../provider/provider.port';
import type { Db } from '../shared/db';
import { newId } from '../shared/ids';
import { reportedRouter } from './reported-router';
import type { Decision, PassedReason, RoutableOrder } from './router.port';
import { findLiveAccounts, readRules } from './routing.store';

export type SimulatedOrder = {
  productType: ProductType;
  serviceId: string;
  amountKobo: bigint;
  /** The code of the plan or package, or the type of the meter. Airtime has none. */
  code: string | null;
  /** Null: an account without rules of its own. */
  accountId: string | null;
};

/** `chosen`: null when nobody can serve it now. */
export type Simulation = Pick<Decision, 'version' | 'passed'> & {
  chosen: string | null;
  costKobo: bigint | null;
  /** Reason against the chosen one, when no better one is left. */
  despite: PassedReason | null;
};

type SimulationOutcome =
  | { kind: 'simulated'; simulation: Simulation }
  | Refused<'no_such_routing_version' | 'no_such_account' | 'code_needed' | 'no_service_of_product' | 'not_sold'>;

/** Who would serve an order now, by what the running processes report. `version`: as if it were active. */
export async function simulateRoute(
  { db, providers }: { db: Db; providers: readonly ProviderProfile[] },
  simulated: SimulatedOrder,
  version?: number,
): Promise<SimulationOutcome> {
  const wrong = await faultOf(db, simulated, providers);
  if (wrong !== null) return wrong;
  const { productType, serviceId, amountKobo, code, accountId } = simulated;
  const rules = await readRules(db, version);
  if (rules === null) return { kind: 'no_such_routing_version', version: version ?? 0 };
  const { router } = await reportedRouter(db, providers, { rules });
  const order: RoutableOrder = {
    accountId: accountId ?? newId(),
    productType,
    amountKobo,
    terms: {
      serviceId,
      variationCode: takesCode(productType) ? code : null,
      subscriptionType: null,
      contactPhone: '',
    },
  };
  const route = router.route(order, []);
  const { version: active } = rules;
  if (route !== null) {
    const { provider, costKobo, decision } = route;
    const { despite = null, passed } = decision;
    return { kind: 'simulated', simulation: { version: active, chosen: provider, costKobo, despite, passed } };
  }
  const nobody = { chosen: null, costKobo: null, despite: null };
  return { kind: 'simulated', simulation: { version: active, ...nobody, passed: router.passedOver(order) } };
}

/** Why nobody can buy this; null: it can be bought. */
async function faultOf(
  db: Db,
  { productType, serviceId, code, accountId }: SimulatedOrder,
  providers: readonly ProviderProfile[],
): Promise<SimulationOutcome | null> {
  const services = servicesOf(productType, providers);
  if (!services.includes(serviceId))
    return { kind: 'no_service_of_product', service: serviceId, product: productType, services };
  if (accountId !== null && (await findLiveAccounts(db, [accountId])).length === 0)
    return { kind: 'no_such_account', account: accountId };
  if (!takesCode(productType)) return null;
  if (code === null) return { kind: 'code_needed' };
  const all = await readOurProducts(db, catalogueOwner(providers)?.name ?? '');
  const ours = all.filter((each) => each.productType === productType);
  // the packages of a provider that is alone are not stored
  const isKnown = products[productType].price !== 'package' || ours.length > 0;
  if (!isKnown || ours.some((each) => each.serviceId === serviceId && each.variationCode === code)) return null;
  return { kind: 'not_sold', product: ourText({ serviceId, variationCode: code }) };
}

/** The products and services that an order can be for, to choose from. */
export const listServices = (providers: readonly Pick<ProviderProfile, 'name' | 'dataServices'>[]) =>
  productTypes.map((product) => {
    const { price, variations } = products[product];
    const list = typeof price === 'string' ? price : null;
    return { product, services: servicesOf(product, providers), list, variations: variations ?? [] };
  });
