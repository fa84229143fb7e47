import type { Refused } from '../errors/refusal-catalog';
import { assertNever } from '../shared/assert-never';

/** A change of money or trust which may need the approval of a second operator. Amounts are kobo. */
export type GuardedAction =
  | ({ kind: 'fund' } & NewFunding)
  | ({ kind: 'adjust' } & NewAdjustment)
  | ({ kind: 'refund' } & NewRefund)
  | ({ kind: 'limits' } & MoneyLimits)
  | ({ kind: 'price' } & NewLosingPrice)
  | ({ kind: 'operator_add' } & NewOperator)
  | { kind: 'operator_link'; userId: string; linkDigest: Buffer }
  | { kind: 'operator_factor_reset' | 'operator_disable'; userId: string }
  | ({ kind: 'owner_add' } & NewOwner);

export type GuardedActionKind = GuardedAction['kind'];

export const guardedActionKinds = [
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
] as const satisfies GuardedActionKind[];

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
type NewLosingPrice = { tier: string; planId: string; priceKobo: bigint; costKobo: bigint };

/** `linkDigest`: `linkDigest(token)` of the token of the link by which they set a password. */
export type NewOperator = { userId: string; name: string; email: string; linkDigest: Buffer };

/** `userId`: of the owner, when they are new. */
export type NewOwner = { userId: string; accountId: string; name: string; email: string };

/**
 * Why the database did not do a guarded action. Nothing was changed.
 * - `approval_needed`: ask for it with `requestApproval`. `limitKobo` null: this kind of action always needs one
 * - `cap_exceeded`: above what is left today of the actor's daily cap
 */
export type GuardRefusal = Refused<'approval_needed' | 'cap_exceeded'>;

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

/** A guarded action as an approval holds it: exactly what the function that does it builds of its arguments. */
export function toPayload(action: GuardedAction): Record<string, string | boolean | null> {
  switch (action.kind) {
    case 'fund':
      return { account_id: action.accountId, amount_kobo: `${action.amountKobo}`, reference: action.reference };
    case 'adjust':
      return {
        account_id: action.accountId,
        amount_kobo: `${action.amountKobo}`,
        reference: action.reference,
        entry_id: action.entryId === null ? null : `${action.entryId}`,
        reason: action.reason,
        below_zero: action.belowZero,
      };
    case 'refund':
      return {
        purchase_id: action.purchaseId,
        amount_kobo: `${action.amountKobo}`,
        delivered: action.delivered,
        cause: action.cause,
        message: action.message,
      };
    case 'limits':
      return { approval_limit_kobo: `${action.approvalLimitKobo}`, daily_cap_kobo: `${action.dailyCapKobo}` };
    case 'price':
      return {
        tier: action.tier,
        plan_id: action.planId,
        price_kobo: `${action.priceKobo}`,
        cost_kobo: `${action.costKobo}`,
      };
    case 'operator_add':
      return {
        user_id: action.userId,
        name: action.name,
        email: action.email.toLowerCase(),
        link_digest: action.linkDigest.toString('hex'),
      };
    case 'operator_link':
      return { user_id: action.userId, link_digest: action.linkDigest.toString('hex') };
    case 'operator_factor_reset':
    case 'operator_disable':
      return { user_id: action.userId };
    case 'owner_add':
      return {
        user_id: action.userId,
        account_id: action.accountId,
        name: action.name,
        email: action.email.toLowerCase(),
      };
    default:
      return assertNever(action);
  }
}
