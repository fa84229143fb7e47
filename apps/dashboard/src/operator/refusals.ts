import { formatNaira } from '@topup/core/shared';
import { Refusal } from '../http/refusal';

/** Every refusal of the console, by noun. Those of `notFound` and of single fields stand where they are used. */

// ---- accounts and users

export function nameTaken(name: string): Refusal {
  const message = `There is an account "${name}" already: choose another name.`;
  return new Refusal(409, 'name_taken', message, { name: message });
}

/** `earlier`: the payment that has this reference. */
export function referenceUsed(
  reference: string,
  earlier: { amount: string; balanceBefore: string; balanceAfter: string },
): Refusal {
  const { amount, balanceBefore, balanceAfter } = earlier;
  const message = `Reference "${reference}" stands for an earlier payment of NGN ${amount}, which took the wallet from ${balanceBefore} to ${balanceAfter}. Nothing was added: use a reference of its own for another payment.`;
  return new Refusal(409, 'reference_used', message, { reference: message });
}

export const isAnOperator = (): Refusal =>
  new Refusal(403, 'is_an_operator', 'Operators are managed with `ops user`, not from here.');

// ---- purchases

export const nothingToRequery = (): Refusal =>
  new Refusal(409, 'never_sent', 'It has not been sent to the provider, so there is nothing to ask about.');

export const sendInFlight = (): Refusal =>
  new Refusal(409, 'in_flight', 'Its send may be under way: wait for its outcome, then look again.');

export const neverSent = (): Refusal =>
  new Refusal(
    409,
    'never_sent',
    'It was never sent to the provider, so it cannot have succeeded: only a refund is possible.',
  );

export function takesNoToken(): Refusal {
  const message =
    'A token goes with success of a prepaid electricity purchase that is still open, and with nothing else.';
  return new Refusal(409, 'takes_no_token', message, { token: message });
}

/** `until`: the end of the lease, when it is known. */
export function decisionInFlight(until: Date | null): Refusal {
  const when = until === null ? '' : ` until ${until.toISOString()}`;
  return new Refusal(409, 'in_flight', `A send may be under way${when}: wait for its outcome, then look again.`);
}

export const wasRefunded = (status: string): Refusal =>
  new Refusal(
    409,
    'was_refunded',
    `It is ${status} and its money went back, which stays so: a refund closes its review.`,
  );

export const overtaken = (status: string): Refusal =>
  new Refusal(
    409,
    'overtaken',
    `It became ${status} in this very moment: your decision is noted on it, and it is under review.`,
  );

// ---- catalogue and prices

export function noSuchTier(tier: string): Refusal {
  const message = `There is no tier "${tier}".`;
  return new Refusal(400, 'validation_failed', message, { tier: message });
}

export function noSuchPlan(planId: string): Refusal {
  const message = `There is no plan with the plan_id "${planId}".`;
  return new Refusal(400, 'validation_failed', message, { planId: message });
}

export const notAnnounced = (): Refusal =>
  new Refusal(
    409,
    'not_announced',
    'This plan is not an announced one: a plan of the provider’s is withdrawn instead.',
  );

export const notWithdrawn = (): Refusal =>
  new Refusal(409, 'not_withdrawn', 'This plan was not withdrawn, so there is nothing to restore.');

export const planIdTaken = (): Refusal =>
  new Refusal(
    409,
    'plan_id_taken',
    'Another plan has come to be sold under its plan_id: withdraw that first, then restore this.',
  );

export const syncUnderWay = (): Refusal =>
  new Refusal(409, 'under_way', 'The provider’s plans are being read already: see how that ends.');

export function belowCost(costKobo: bigint): Refusal {
  const message = `The plan costs us NGN ${formatNaira(costKobo)}, so this price is below cost and nothing was changed: force it to sell at a loss.`;
  return new Refusal(409, 'below_cost', message, { price: message });
}

export function forceNeedsPrice(): Refusal {
  const message = 'force goes with price: a markup never sells below cost.';
  return new Refusal(400, 'validation_failed', message, { force: message });
}

// ---- books and queues

export const verificationUnderWay = (): Refusal =>
  new Refusal(409, 'under_way', 'The books are being verified already: see how that ends.');

export const queuesAway = (): Refusal =>
  new Refusal(503, 'queues_away', 'The queues do not answer. Purchases go on through the database.');
