import { readDiscountsOf } from '@topup/core/catalogue';
import { discountedProducts } from '@topup/core/product';
import { servicesOnSale } from '@topup/core/routing';
import { askTwice, formatPercent } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { callerOf, contextOf } from '../../http/request-context';

/** GET /v1/prices: the discount of the account on each service that has no plans. Plans have a price of their own. */
export function prices({ db, clock, sellers }: Pick<Deps, 'db' | 'clock' | 'sellers'>): RequestHandler {
  return async (_request, response) => {
    const { accountId } = callerOf(response);
    const discounts = await askTwice(clock, () => readDiscountsOf(db, accountId), contextOf(response).arrivedAtMs);
    const data = servicesOnSale(sellers)
      .filter(({ productType }) => discountedProducts.includes(productType))
      .map(({ productType, service }) => ({
        product_type: productType,
        service,
        discount_percent: formatPercent(discounts.get(`${productType}/${service}`) ?? 0),
      }));
    response.json({ status: 'success', message: 'Discounts on the face value.', data });
  };
}
