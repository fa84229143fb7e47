import { type BuyablePlan, findBuyablePlan, listPlans, type PricedPlan, planNumbers } from '@topup/core/catalogue';
import { AppError } from '@topup/core/errors';
import { dataOrder, isRepriced, requirePrice } from '@topup/core/purchase';
import { askTwice, formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { etagOf } from '../../http/etag';
import { type FieldsOf, field, readFields, requestBody } from '../../http/fields';
import { bodyOf, callerOf, contextOf } from '../../http/request-context';
import { type Asked, checkOrder } from '../check-order';
import { sellPurchase } from '../sell-purchase';

/**
 * GET /v1/data/plans: all active plans at the prices of the caller's tier. One without `plan_id` cannot be bought. A
 * client that has this list already gets 304.
 */
export function dataPlans({ db, clock }: Deps): RequestHandler {
  return async (_request, response) => {
    const { accountId } = callerOf(response);
    const plans = await askTwice(clock, () => listPlans(db, accountId), contextOf(response).arrivedAtMs);
    const list = { status: 'success', message: 'Data plans.', data: plans.map(toPlan) };
    response.set('ETag', etagOf(JSON.stringify(list))).json(list);
  };
}

function toPlan(plan: PricedPlan) {
  const { sizeMb, validityDays } = planNumbers(plan.name);
  return {
    id: plan.id,
    plan_id: plan.planId,
    network: plan.network,
    name: plan.name,
    plan_name: plan.planName,
    price: formatNaira(plan.priceKobo),
    validity: plan.validity,
    is_active: plan.isActive,
    size_mb: sizeMb,
    validity_days: validityDays,
    changed_at: plan.changedAt.toISOString(),
  };
}

export const dataFields = requestBody({
  plan_id: field.text(100, 'The `plan_id` from the list of plans.'),
  phone: field.recipient('phone', 'The phone number that receives the value'),
  request_ref: field.requestRef(),
  expected_price: field.optional(
    field.naira('The price that you know, in naira. The plan is bought only if it has exactly this price now.'),
  ),
});

type DataOrder = FieldsOf<typeof dataFields>;

/**
 * POST /v1/data/purchase: the amount is the caller's tier price of the plan. A client that names a price buys at that
 * price or not at all.
 */
export function purchaseData(deps: Deps): RequestHandler {
  return async (request, response) => {
    const fields = readFields(dataFields, bodyOf(request));
    const { accountId } = callerOf(response);
    const asked = toAsked(fields);
    const sell = async () => {
      const plan = await checkOrder(deps, response, asked, () => buyablePlan(deps, accountId, fields));
      await sellPurchase(deps, response, dataOrder({ phone: fields.phone, requestRef: asked.requestRef }, plan), asked);
    };
    // the price has risen since it was looked up: nothing was debited, so the new one is charged
    await sell().catch((error) => (isRepriced(error) ? sell() : Promise.reject(error)));
  };
}

/** @throws AppError unknown_plan | price_changed, which names the price now */
async function buyablePlan({ db, clock }: Deps, accountId: string, fields: DataOrder): Promise<BuyablePlan> {
  const { plan_id, expected_price } = fields;
  const plan = await askTwice(clock, () => findBuyablePlan(db, accountId, plan_id));
  if (plan === null) throw new AppError('unknown_plan');
  requirePrice(expected_price, plan.priceKobo);
  return plan;
}

const toAsked = ({ plan_id, phone, request_ref }: DataOrder): Asked => ({
  productType: 'DATA',
  requestRef: request_ref,
  recipient: phone,
  providerOrder: { contactPhone: phone },
  planId: plan_id,
});
