import { type BuyablePlan, findBuyablePlan } from '@topup/core/catalogue';
import { AppError } from '@topup/core/errors';
import type { Order } from '@topup/core/purchase';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { field, readFields } from '../../http/fields';
import { bodyOf, callerOf } from '../../http/request-context';
import { checkOrder } from '../check-order';
import { sellPurchase } from '../sell-purchase';

type Fields = { plan_id: string; phone: string; request_ref: string };

const schema = Joi.object<Fields>({ plan_id: field.text(100), phone: field.phone(), request_ref: field.requestRef() });

/** POST /v1/data/purchase: the amount is the caller's tier price of the plan. */
export function purchaseData(deps: Deps): RequestHandler {
  return async (request, response) => {
    const fields = readFields(schema, bodyOf(request));
    const plan = await checkOrder(deps, fields.request_ref, () =>
      buyablePlan(deps, callerOf(response).accountId, fields.plan_id),
    );
    await sellPurchase(deps, response, dataOrder(fields, plan));
  };
}

async function buyablePlan({ db }: Deps, accountId: string, planId: string): Promise<BuyablePlan> {
  const plan = await findBuyablePlan(db, accountId, planId);
  if (plan === null) throw new AppError('unknown_plan');
  return plan;
}

function dataOrder({ phone, request_ref }: Fields, plan: BuyablePlan): Order {
  return {
    productType: 'DATA',
    requestRef: request_ref,
    amountKobo: plan.priceKobo,
    recipient: phone,
    details: { phone, plan: plan.name },
    description: `${plan.network} data ${plan.name} for ${phone}`,
    providerOrder: {
      serviceId: plan.providerService,
      variationCode: plan.providerCode,
      subscriptionType: null,
      contactPhone: phone,
    },
  };
}
