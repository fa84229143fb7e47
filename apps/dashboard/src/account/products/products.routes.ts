import { findAccount } from '@topup/core/account';
import { chargeOf, listPlans, type PackageList, type PricedPlan, readDiscountsOf } from '@topup/core/catalogue';
import {
  discountedProducts,
  openAmountProducts,
  type ProductType,
  packageProducts,
  products,
} from '@topup/core/product';
import { isOnSale } from '@topup/core/routing';
import { formatNaira, formatPercent, pick, toWire } from '@topup/core/shared';
import type { Products } from '@topup/dashboard-contract';
import { within } from '@topup/runtime';
import type { Bounds } from '@topup/settings';
import { Router } from 'express';
import { accountIdOf, liveAccountIdOf, requireRight } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { notFound } from '../../http/refusal';

/** A lookup may take the provider 10 s. It continues meanwhile, and the next view of the page has its result. */
const TIMEOUT_MS = 3_000;

/** Serves the products that the account can buy, and their prices. */
export function productRoutes({
  db,
  packageList,
  bounds,
  sellers,
}: Pick<Deps, 'db' | 'packageList' | 'bounds' | 'sellers'>): Router {
  const onSale = packageProducts.filter((product) => isOnSale(sellers, product));
  return Router().get('/products', requireRight('read'), async (_request, response) => {
    const accountId = accountIdOf(response);
    const liveId = liveAccountIdOf(response); // a test account has the tier of its live one
    const [account, discounts, plans] = await Promise.all([
      findAccount(db, liveId),
      readDiscountsOf(db, liveId),
      listPlans(db, accountId),
    ]);
    const packages = await Promise.all(onSale.map((product) => packagesOf(packageList, product, discounts)));
    if (account === null) throw notFound('account');
    response.json({
      tier: account.tier,
      discounts: toDiscounts(discounts),
      open: openAmountProducts.map((product) => ({ product, services: toRanges(bounds[product]) })),
      data: plans.map(toPlan),
      packages,
    } satisfies Products);
  });
}

/** Discounts of the account, as `readDiscountsOf` has them. */
type Saved = ReadonlyMap<string, number>;

const toDiscounts = (saved: Saved): Products['discounts'] =>
  discountedProducts.flatMap((product) =>
    (products[product].services ?? []).flatMap((service) => {
      const bps = saved.get(`${product}/${service}`);
      return bps === undefined ? [] : [{ product, service, percent: formatPercent(bps) }];
    }),
  );

async function packagesOf(
  packageList: Pick<PackageList, 'packages'>,
  product: ProductType,
  discounts: Saved,
): Promise<Products['packages'][number]> {
  const asked = (products[product].services ?? []).map(async (service) => {
    const found = await within(TIMEOUT_MS, 'the provider', packageList.packages(service));
    const bps = discounts.get(`${product}/${service}`) ?? 0;
    return found.map(({ code, name, priceKobo }) =>
      toWire({ service, code, name, priceKobo, chargedKobo: chargeOf(priceKobo, bps) }),
    );
  });
  const lists = await Promise.allSettled(asked);
  return {
    product,
    known: lists.every(({ status }) => status === 'fulfilled'),
    list: lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : [])),
  };
}

const toPlan = (plan: PricedPlan): Products['data'][number] =>
  toWire({ ...pick(plan, 'planId', 'network', 'name', 'validity', 'priceKobo'), forSale: plan.planId !== null });

const toRanges = (bounds: Bounds): Products['open'][number]['services'] =>
  Object.entries(bounds).map(([service, { min, max }]) => ({ service, min: formatNaira(min), max: formatNaira(max) }));
