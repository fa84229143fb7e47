import { type BuyablePlan, findBuyablePlan, listPlans, type PricedPlan } from '@topup/core/catalogue';
import { AppError } from '@topup/core/errors';
import { isRepriced, type Order } from '@topup/core/purchase';
import { askTwice, formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { type FieldsOf, field, readFields, requestBody } from '../../http/fields';
import { bodyOf, callerOf, contextOf } from '../../http/request-context';
import { checkOrder } from '../check-order';
import { sellPurchase } from '../sell-purchase';

/** GET /v1/data/plans: all active plans at the prices of the caller's tier. One without `plan_id` cannot be bought. */
export function dataPlans({ db, clock }: Deps): RequestHandler {
  return async (_request, response) => {
    const { accountId } = callerOf(response);
    const plans = await askTwice(clock, () => listPlans(db, accountId), contextOf(response).arrivedAtMs);
    response.json({ status: 'success', message: 'Data plans.', data: plans.map(toPlan) });
  };
}

const toPlan = ({ id, planId, network, name, planName, priceKobo, validity, isActive }: PricedPlan) => ({
  id,
  plan_id: planId,
  network,
  name,
  plan_name: planName,
  price: formatNaira(priceKobo),
  validity,
  is_active: isActive,
});

export const dataOrder = requestBody({
  plan_id: field.text(100, 'The `plan_id` from the list of plans.'),
  phone: field.recipient('phone', 'The phone number that receives the value'),
  request_ref: field.requestRef(),
});

/** POST /v1/data/purchase: the amount is the caller's tier price of the plan. */
export function purchaseData(deps: Deps): RequestHandler {
  return async (request, response) => {
    const fields = readFields(dataOrder, bodyOf(request));
    const caller = callerOf(response);
    const sell = async () => {
      const plan = await checkOrder(deps, caller, fields.request_ref, () =>
        buyablePlan(deps, caller.accountId, fields.plan_id),
      );
      await sellPurchase(deps, response, toOrder(fields, plan));
    };
    // the price has risen since it was looked up: nothing was debited, so the new one is charged
    await sell().catch((error) => (isRepriced(error) ? sell() : Promise.reject(error)));
  };
}

async function buyablePlan({ db, clock }: Deps, accountId: string, planId: string): Promise<BuyablePlan> {
  const plan = await askTwice(clock, () => findBuyablePlan(db, accountId, planId));
  if (plan === null) throw new AppError('unknown_plan');
  return plan;
}

function toOrder({ phone, request_ref }: FieldsOf<typeof dataOrder>, plan: BuyablePlan): Order {
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
