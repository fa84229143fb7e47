import { type BuyablePlan, findBuyablePlan, listPlans, type PricedPlan, planNumbers } from '@topup/core/catalogue';
import { AppError } from '@topup/core/errors';
import { isRepriced, type Order } from '@topup/core/purchase';
import { askTwice, formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { etagOf } from '../../http/etag';
import { type FieldsOf, field, readFields, requestBody } from '../../http/fields';
import { bodyOf, callerOf, contextOf } from '../../http/request-context';
import { type Asked, checkOrder, requirePrice } from '../check-order';
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

export const dataOrder = requestBody({
  plan_id: field.text(100, 'The `plan_id` from the list of plans.'),
  phone: field.recipient('phone', 'The phone number that receives the value'),
  request_ref: field.requestRef(),
  expected_price: field.optional(
    field.naira('The price that you know, in naira. The plan is bought only if it has exactly this price now.'),
  ),
});

type DataOrder = FieldsOf<typeof dataOrder>;

/**
 * POST /v1/data/purchase: the amount is the caller's tier price of the plan. A client that names a price buys at that
 * price or not at all.
 */
export function purchaseData(deps: Deps): RequestHandler {
  return async (request, response) => {
    const fields = readFields(dataOrder, bodyOf(request));
    const { accountId } = callerOf(response);
    const asked = toAsked(fields);
    const sell = async () => {
      const plan = await checkOrder(deps, response, asked, () => buyablePlan(deps, accountId, fields));
      await sellPurchase(deps, response, toOrder(fields, plan), asked);
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

function toOrder({ phone, request_ref }: DataOrder, plan: BuyablePlan): Order {
  return {
    productType: 'DATA',
    requestRef: request_ref,
    amountKobo: plan.priceKobo,
    recipient: phone,
    details: { phone, plan: plan.name },
    description: `Data ${plan.name} for ${phone}`,
    providerOrder: {
      serviceId: plan.providerService,
      variationCode: plan.providerCode,
      subscriptionType: null,
      contactPhone: phone,
    },
  };
}
