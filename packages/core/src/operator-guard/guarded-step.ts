import { assertNever } from '../shared/assert-never';

/** A change of money or trust which may need the approval of a second operator. Amounts are kobo. */
export type GuardedStep =
  | ({ kind: 'fund' } & NewFunding)
  | ({ kind: 'adjust' } & NewAdjustment)
  | ({ kind: 'refund' } & NewRefund)
  | ({ kind: 'limits' } & MoneyLimits)
  | ({ kind: 'price' } & NewLosingPrice)
  | ({ kind: 'operator_add' } & NewOperator)
  | { kind: 'operator_link'; userId: string; linkDigest: Buffer }
  | { kind: 'operator_factor_reset' | 'operator_disable'; userId: string }
  | ({ kind: 'owner_add' } & NewOwner);

export type StepKind = GuardedStep['kind'];

export const stepKinds = [
  'fund',
  'adjust',
  'refund',
  'limits',
  'price',
  'operator_add',
  'operator_link',
  'operator_factor_reset',
  'operator_disable',
  'owner_add',
] as const satisfies StepKind[];

/** `reference`: of the payment. It funds once, in the whole service. */
export type NewFunding = { accountId: string; amountKobo: bigint; reference: string };

/**
 * `amountKobo`: plus or minus. `entryId`: the ledger entry that it corrects, if any. `reason`: the account's users read
 * it. `belowZero`: the balance may end below zero, which always needs an approval.
 */
export type NewAdjustment = {
  accountId: string;
  amountKobo: bigint;
  reference: string;
  entryId: bigint | null;
  reason: string;
  belowZero: boolean;
};

/** `delivered`: it was a success. `cause` and `message`: as `decidePurchase` would record them. */
export type NewRefund = {
  purchaseId: string;
  amountKobo: bigint;
  delivered: boolean;
  cause: string;
  message: string;
};

export type MoneyLimits = { approvalLimitKobo: bigint; dailyCapKobo: bigint };

/** A tier's exact price for a plan, more than 10 % below its cost. It is approved for exactly this cost. */
export type NewLosingPrice = { tier: string; planId: string; priceKobo: bigint; costKobo: bigint };

/** `linkDigest`: `linkDigest(token)` of the token of the link by which they set a password. */
export type NewOperator = { userId: string; name: string; email: string; linkDigest: Buffer };

/** `userId`: of the owner, when they are new. */
export type NewOwner = { userId: string; accountId: string; name: string; email: string };

/**
 * Why the database did not do a step. Nothing was changed.
 * - `approval_needed`: ask for it with `requestApproval`. `limitKobo` null: this kind of step always needs one
 * - `cap_exceeded`: above what is left today of the actor's daily cap
 */
export type GuardRefusal =
  | { kind: 'approval_needed'; limitKobo: bigint | null }
  | { kind: 'cap_exceeded'; leftKobo: bigint };

/** Null for every other outcome. `boundKobo`: as the function answered it. */
export function toGuardRefusal(outcome: string, boundKobo: bigint | null): GuardRefusal | null {
  switch (outcome) {
    case 'approval_needed':
      return { kind: outcome, limitKobo: boundKobo };
    case 'cap_exceeded':
      return { kind: outcome, leftKobo: boundKobo ?? 0n };
    default:
      return null;
  }
}

/** The same of an outcome that can be nothing else. @throws Error for any other outcome, which no caller can cause */
export function requireRefusal(outcome: string, boundKobo: bigint | null): GuardRefusal {
  const refusal = toGuardRefusal(outcome, boundKobo);
  if (refusal === null) throw new Error(`the database answered ${outcome}`);
  return refusal;
}

export const isGuardRefusal = (outcome: { kind: string }): outcome is GuardRefusal =>
  toGuardRefusal(outcome.kind, null) !== null;

/** A step as an approval holds it: exactly what the function that does it builds of its arguments. */
export function toPayload(step: GuardedStep): Record<string, string | boolean | null> {
  switch (step.kind) {
    case 'fund':
      return { account_id: step.accountId, amount_kobo: `${step.amountKobo}`, reference: step.reference };
    case 'adjust':
      return {
        account_id: step.accountId,
        amount_kobo: `${step.amountKobo}`,
        reference: step.reference,
        entry_id: step.entryId === null ? null : `${step.entryId}`,
        reason: step.reason,
        below_zero: step.belowZero,
      };
    case 'refund':
      return {
        purchase_id: step.purchaseId,
        amount_kobo: `${step.amountKobo}`,
        delivered: step.delivered,
        cause: step.cause,
        message: step.message,
      };
    case 'limits':
      return { approval_limit_kobo: `${step.approvalLimitKobo}`, daily_cap_kobo: `${step.dailyCapKobo}` };
    case 'price':
      return {
        tier: step.tier,
        plan_id: step.planId,
        price_kobo: `${step.priceKobo}`,
        cost_kobo: `${step.costKobo}`,
      };
    case 'operator_add':
      return {
        user_id: step.userId,
        name: step.name,
        email: step.email.toLowerCase(),
        link_digest: step.linkDigest.toString('hex'),
      };
    case 'operator_link':
      return { user_id: step.userId, link_digest: step.linkDigest.toString('hex') };
    case 'operator_factor_reset':
    case 'operator_disable':
      return { user_id: step.userId };
    case 'owner_add':
      return {
        user_id: step.userId,
        account_id: step.accountId,
        name: step.name,
        email: step.email.toLowerCase(),
      };
    default:
      return assertNever(step);
  }
}
