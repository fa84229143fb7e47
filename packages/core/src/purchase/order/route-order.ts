import type { Mode } from '../../account/mode';
import { chargeOf, readDiscountsOf } from '../../catalogue/discount.store';
import { AppError } from '../../errors/error-catalog';
import { products } from '../../product/products';
import { SIMULATOR } from '../../provider/provider.port';
import { isChoice, type Router } from '../../routing/router.port';
import type { Clock } from '../../shared/clock';
import { askTwice, type Db } from '../../shared/db';
import type { Order } from '../accept/accept.store';

/** The provider of an order, and what of the order is said in its words. */
export type Routed = { provider: { name: string } } & Partial<Pick<Order, 'providerOrder' | 'decision'>>;

type RouteDeps = { router: Router; db: Db; clock: Clock };

/**
 * Who serves the order first. `mayWait`: it may be accepted for a provider that is stopped, and wait for it unsent.
 * @throws AppError provider_unavailable
 */
export async function routeOrder(
  { router, db, clock }: RouteDeps,
  { accountId, mode }: { accountId: string; mode: Mode },
  order: Order,
  mayWait: boolean,
): Promise<Routed> {
  const { productType, amountKobo, providerOrder: terms } = order;
  if (mode === 'test') return { provider: { name: SIMULATOR } };
  // only packages have costs at other providers that are compared with what the client pays
  const discounts =
    products[productType].price === 'package' ? await askTwice(clock, () => readDiscountsOf(db, accountId)) : NONE;
  const chargeKobo = chargeOf(amountKobo, discounts.get(`${productType}/${terms.serviceId}`) ?? 0);
  const asked = { accountId, productType, amountKobo, chargeKobo, terms };
  const route = router.route(asked, []) ?? (mayWait ? router.preferred(asked) : null);
  if (route === null) throw new AppError('provider_unavailable');
  const { provider: name, terms: providerOrder, decision } = route;
  return { provider: { name }, providerOrder, ...(isChoice(decision) && { decision }) };
}

const NONE: ReadonlyMap<string, number> = new Map();
