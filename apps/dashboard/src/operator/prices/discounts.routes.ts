import {
  changeDiscount,
  clearDiscount,
  type DiscountOrder,
  discountEffectToJson,
  discountToJson,
  listDiscounts,
  parseDiscount,
  previewDiscount,
} from '@topup/core/catalogue';
import type { ProductType } from '@topup/core/product';
import { pick } from '@topup/core/shared';
import type { DiscountPreview, DiscountRow } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { byOf } from '../../auth/signed-in';
import { serveChange } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { type ListDeps, serveWhole } from '../../http/lists';
import { query } from '../../http/query';
import { line, readQuery, textRule } from '../../http/read-fields';
import { refusalOf } from '../../http/refusal';
import { approvalNote } from '../operator.input';

type Key = { tier: string; product: ProductType; service: string };
type Given = Key & { percent: number; allowLoss: boolean };

const KEY = { tier: line, product: query.product().required(), service: line };
const ORDER = {
  ...KEY,
  percent: textRule('must be a percentage from 0.01 to 20, such as 2.5', parseDiscount).label('Discount'),
};
const GIVEN = Joi.object<Given & { approvalNote?: string }>({
  ...ORDER,
  allowLoss: Joi.boolean().strict().default(false),
  approvalNote,
});
/** In a query, everything is text. */
const LOOKED_AT = Joi.object<Given>({ ...ORDER, allowLoss: Joi.boolean().default(false) });

/** Serves the discounts of tiers on services that are sold at face value, and the effect of a change. */
export function discountRoutes(deps: ListDeps): Router {
  const { db } = deps;
  const router = Router();
  serveWhole(router, deps, {
    path: '/discounts',
    file: 'discounts',
    read: async (): Promise<DiscountRow[]> => (await listDiscounts(db)).map(discountToJson),
    columns: columnsOf<DiscountRow>()(['tier,product,service,percent,below_cost_allowed']),
  });
  // one above the commission is refused unless it is allowed, and needs a second operator when it loses more than 10 %
  serveChange(router, '/discounts', {
    body: GIVEN,
    make: ({ approvalNote, ...given }, by) => changeDiscount(db, by, toOrder(given), approvalNote),
    answer: (_, given): DiscountRow => {
      const { allowLoss: belowCostAllowed, ...order } = toOrder(given);
      return discountToJson({ ...order, belowCostAllowed });
    },
  });
  // the effect also of what would be refused, which tells why; what names nothing that can be discounted has none
  router.get('/discounts/preview', async (request, response) => {
    const order = toOrder(readQuery(LOOKED_AT, request));
    const { refusal: refused, effect } = await previewDiscount(db, byOf(response), order);
    const refusal = refused && refusalOf(refused);
    if (refusal !== null && refusal.status !== 409) throw refusal;
    response.json({
      ...discountEffectToJson(effect),
      refusal: refusal && pick(refusal, 'code', 'message'),
    } satisfies DiscountPreview);
  });
  serveChange(router, '/discounts/remove', {
    body: Joi.object<Key>(KEY),
    make: ({ product: productType, ...key }, by) => clearDiscount(db, by, { productType, ...key }),
  });
  return router;
}

const toOrder = ({ product: productType, percent: bps, ...given }: Given): DiscountOrder => ({
  productType,
  bps,
  ...given,
});
