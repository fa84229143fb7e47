import { findAccount } from '@topup/core/account';
import { listPlans, type PackageList, type PricedPlan } from '@topup/core/catalogue';
import { openAmountProducts, type ProductType, packageProducts, products } from '@topup/core/product';
import { formatNaira, pick, toWire } from '@topup/core/shared';
import type { Products } from '@topup/dashboard-contract';
import { within } from '@topup/runtime';
import type { Bounds } from '@topup/settings';
import { Router } from 'express';
import { accountIdOf, liveAccountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { notFound } from '../../http/refusal';

/** A lookup may take the provider 10 s. It continues meanwhile, and the next view of the page has its result. */
const TIMEOUT_MS = 3_000;

/** Serves the products that the account can buy, and their prices. */
export function productRoutes({ db, packageList, bounds }: Pick<Deps, 'db' | 'packageList' | 'bounds'>): Router {
  return Router().get('/products', async (_request, response) => {
    const accountId = accountIdOf(response);
    const [account, plans, packages] = await Promise.all([
      findAccount(db, liveAccountIdOf(response)), // a test account has the tier of its live one
      listPlans(db, accountId),
      Promise.all(packageProducts.map((product) => packagesOf(packageList, product))),
    ]);
    if (account === null) throw notFound('account');
    response.json({
      tier: account.tier,
      open: openAmountProducts.map((product) => ({ product, services: toRanges(bounds[product]) })),
      data: plans.map(toPlan),
      packages,
    } satisfies Products);
  });
}

async function packagesOf(
  packageList: Pick<PackageList, 'packages'>,
  product: ProductType,
): Promise<Products['packages'][number]> {
  const asked = (products[product].services ?? []).map(async (service) => {
    const found = await within(TIMEOUT_MS, 'the provider', packageList.packages(service));
    return found.map(({ code, name, priceKobo }) => ({ service, code, name, price: formatNaira(priceKobo) }));
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
