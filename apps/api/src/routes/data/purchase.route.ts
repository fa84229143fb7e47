import { type BuyablePlan, findBuyablePlan } from '@topup/core/catalogue';
import { AppError } from '@topup/core/errors';
import { isRepriced, type Order } from '@topup/core/purchase';
import { askTwice } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { type FieldsOf, field, readFields, requestBody } from '../../http/fields';
import { bodyOf, callerOf } from '../../http/request-context';
import { checkOrder } from '../check-order';
import { sellPurchase } from '../sell-purchase';

export const dataOrder = requestBody({
  plan_id: field.text(100, 'The `plan_id` from the list of plans.'),
  phone: field.phone('The phone number that receives the value'),
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
