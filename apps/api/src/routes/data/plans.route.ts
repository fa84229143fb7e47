import { listPlans, type PricedPlan } from '@topup/core/catalogue';
import { askTwice, formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { arrivalOf, callerOf } from '../../http/request-context';

/**
 * GET /v1/data/plans: all active plans at the prices of the caller's tier. A plan without `plan_id` cannot be bought.
 */
export function dataPlans({ db, clock }: Deps): RequestHandler {
  return async (_request, response) => {
    const { accountId } = callerOf(response);
    const plans = await askTwice(clock, () => listPlans(db, accountId), arrivalOf(response));
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
