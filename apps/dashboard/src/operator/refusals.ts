import { Refusal } from '../http/refusal';

export function noSuchTier(tier: string): Refusal {
  const message = `There is no tier "${tier}".`;
  return new Refusal(400, 'validation_failed', message, { tier: message });
}

export function noSuchPlan(planId: string): Refusal {
  const message = `There is no plan with the plan_id "${planId}".`;
  return new Refusal(400, 'validation_failed', message, { planId: message });
}
