import { readOurProducts } from '../catalogue/mapping/mapping.store';
import type { OurProduct } from '../catalogue/mapping/match-products';
import { dataNetworks } from '../product/data';
import { type ProductType, products, productTypes } from '../product/products';
import { catalogueOwner } from '../provider/catalogue-owner';
import { listUnreadFloats } from '../provider/float.store';
import type { ProviderProfile } from '../provider/provider.port';
import type { ReportedBreaker } from '../provider/switch.store';
import type { Db } from '../shared/db';
import { newId } from '../shared/ids';
import type { ConfiguredRouter } from './create-router';
import type { Availability, ServiceState } from './records';
import { isAbout, reportedRouter } from './reported-router';
import type { RoutableOrder } from './router.port';
import { listServiceStates, listUnansweredServices, noteServiceStates } from './service-state.store';

type OnSale = { productType: ProductType; service: string };
export type Sellers = readonly Pick<ProviderProfile, 'sells'>[];

/** Whether one of these providers sells the product. */
export const isOnSale = (providers: Sellers, product: ProductType): boolean =>
  providers.some(({ sells }) => sells === undefined || sells.includes(product));

/** The services that clients can buy from these providers: networks, cable product types and discos. */
export const servicesOnSale = (providers: Sellers): OnSale[] =>
  productTypes
    .filter((product) => isOnSale(providers, product))
    .flatMap((productType) =>
      (products[productType].services ?? dataNetworks).map((service) => ({ productType, service })),
    );

/** The states of all that these providers sell, in the order of the products. A worker must have noted them. */
export async function listServicesOnSale(db: Db, providers: Sellers): Promise<ServiceState[]> {
  const states = await listServiceStates(db);
  return servicesOnSale(providers).flatMap((sold) =>
    states.filter(({ productType, service }) => productType === sold.productType && service === sold.service),
  );
}

/** Judges what can be sold now, by what operators closed and the running processes report, and notes it. */
export async function judgeServices(db: Db, providers: readonly ProviderProfile[]): Promise<void> {
  const [{ router, reported }, unread, unanswered, all] = await Promise.all([
    reportedRouter(db, providers),
    listUnreadFloats(db),
    listUnansweredServices(db),
    readOurProducts(db, catalogueOwner(providers)?.name ?? ''),
  ]);
  // before the first sync of the catalogue nothing is known of data plans
  const known = servicesOnSale(providers).filter(
    ({ productType: product }) =>
      products[product].price !== 'plan' || all.some((each) => each.productType === product),
  );
  const states = known.map((sold) => ({
    ...sold,
    state: together(
      ordersOf(sold, all).map((order) => availabilityOf(router, order, { reported, unread, unanswered })),
    ),
  }));
  await noteServiceStates(db, states);
}

/** One order of each plan, package or kind of meter that the service sells. */
function ordersOf({ productType, service }: OnSale, all: readonly OurProduct[]): RoutableOrder[] {
  const ours = all.filter((each) => each.productType === productType && (each.network ?? each.serviceId) === service);
  // the packages of a provider that is alone are not stored
  const unlisted = products[productType].price === 'package' && ours.length === 0;
  const sold = unlisted ? [{ serviceId: service, variationCode: null, costKobo: null }] : ours;
  return sold.map(({ serviceId, variationCode, costKobo }) => ({
    accountId: newId(),
    productType,
    amountKobo: costKobo === null ? usualKobo(productType) : costKobo + costKobo / 10n, // as tiers price it at first
    terms: { serviceId, variationCode, subscriptionType: null, contactPhone: '' },
  }));
}

/** Ten times the least amount is within what every provider takes. */
function usualKobo(product: ProductType): bigint {
  const { price } = products[product];
  return typeof price === 'string' ? 0n : BigInt(price.min) * 1_000n;
}

/** Facts that speak against a route. `unread`: providers whose float cannot be read. */
type Evidence = {
  reported: readonly ReportedBreaker[];
  unread: readonly string[];
  unanswered: Awaited<ReturnType<typeof listUnansweredServices>>;
};

function availabilityOf(
  router: ConfiguredRouter,
  order: RoutableOrder,
  { reported, unread, unanswered }: Evidence,
): Availability {
  const route = router.route(order, []);
  if (route === null) return 'unavailable';
  const { despite, next = [] } = route.decision;
  const isPartly = reported.some(
    ({ provider, breaker, reason, accounts }) =>
      provider === route.provider &&
      isAbout(breaker, order.terms.serviceId) &&
      (reason === 'float' || (accounts !== null && accounts >= SEVERAL)),
  );
  // so few orders may have gone there that no breaker knows it
  const areAway = [route.provider, ...next].every((provider) => unread.includes(provider));
  const isUnanswered = unanswered.some(
    ({ productType, serviceId }) => productType === order.productType && serviceId === order.terms.serviceId,
  );
  if (areAway && (isUnanswered || despite !== undefined)) return 'unavailable';
  return areAway || isUnanswered || despite !== undefined || (isPartly && next.length === 0) ? 'degraded' : 'available';
}

/** So many accounts without an answer are not the fault of one (ProviderServiceSilent). */
const SEVERAL = 3;

/** A service is degraded when only a part of it can be bought. One without any plan sells nothing. */
function together(states: readonly Availability[]): Availability {
  const [first = 'unavailable', ...others] = states;
  return others.every((each) => each === first) ? first : 'degraded';
}
