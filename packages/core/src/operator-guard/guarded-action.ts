import type { Actor } from '../audit/actor';
import type { Refused } from '../errors/refusal-catalog';
import type { ProductType } from '../product/products';

/** A change of money or trust which may need the approval of a second operator. Amounts are kobo. */
export type GuardedAction =
  | ({ kind: 'fund' } & NewFunding)
  | ({ kind: 'adjust' } & NewAdjustment)
  | ({ kind: 'refund' } & NewRefund)
  | ({ kind: 'limits' } & MoneyLimits)
  | ({ kind: 'collections' } & NewCollectionRule)
  | ({ kind: 'price' } & NewLosingPrice)
  | ({ kind: 'discount' } & NewLosingDiscount)
  | ({ kind: 'operator_add' } & NewOperator)
  | { kind: 'operator_link'; userId: string; linkDigest: Buffer }
  | { kind: 'operator_factor_reset'; userId: string }
  | { kind: 'operator_disable'; userId: string }
  | ({ kind: 'owner_add' } & NewOwner);

export type GuardedActionKind = GuardedAction['kind'];

/** The facts that an approval holds of each kind: the function that does it builds the same ones (judge_step). */
const PAYLOADS = {
  fund: ['accountId', 'amountKobo', 'reference'],
  adjust: ['accountId', 'amountKobo', 'reference', 'entryId', 'reason', 'belowZero'],
  refund: ['purchaseId', 'amountKobo', 'delivered', 'cause', 'message'],
  limits: ['approvalLimitKobo', 'dailyCapKobo'],
  collections: ['state', 'capKobo'],
  price: ['tier', 'planId', 'priceKobo', 'costKobo'],
  discount: ['tier', 'productType', 'service', 'bps'],
  operator_add: ['userId', 'name', 'email', 'linkDigest'],
  operator_link: ['userId', 'linkDigest'],
  operator_factor_reset: ['userId'],
  operator_disable: ['userId'],
  owner_add: ['userId', 'accountId', 'name', 'email'],
} as const satisfies { [Kind in GuardedActionKind]: (keyof Extract<GuardedAction, { kind: Kind }>)[] };

export const guardedActionKinds = Object.keys(PAYLOADS) as GuardedActionKind[];

/** A guarded action as an approval holds it. Amounts and ids of entries are texts, digests are hex. */
export function toPayload(action: GuardedAction): Record<string, unknown> {
  const facts: Record<string, unknown> = action;
  const names: readonly string[] = PAYLOADS[action.kind];
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(names.map((name) => [snake(name), payloadValue(name, facts[name])]));
}

function payloadValue(name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}`;
  if (Buffer.isBuffer(value)) return value.toString('hex');
  return name === 'email' ? String(value).toLowerCase() : value;
}

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

/** What the collector may add to wallets without a person: whether it may, and at most this in a Lagos day. */
type NewCollectionRule = { state: 'on' | 'off'; capKobo: bigint };

/** A tier's exact price for a plan, more than 10 % below its cost. It is approved for exactly this cost. */
type NewLosingPrice = { tier: string; planId: string; priceKobo: bigint; costKobo: bigint };

/** A tier's discount on a service that loses more than 10 % of its cost. `bps`: hundredths of a percent. */
type NewLosingDiscount = { tier: string; productType: ProductType; service: string; bps: number };

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
  if (outcome === 'approval_needed') return { kind: outcome, limitKobo: boundKobo };
  return outcome === 'cap_exceeded' ? { kind: outcome, leftKobo: boundKobo ?? 0n } : null;
}

/** The same of an outcome that can be nothing else. @throws Error for any other outcome, which no caller can cause */
export function requireRefusal(outcome: string, boundKobo: bigint | null): GuardRefusal {
  const refusal = toGuardRefusal(outcome, boundKobo);
  if (refusal === null) throw new Error(`the database answered ${outcome}`);
  return refusal;
}

export const isGuardRefusal = (outcome: { kind: string }): outcome is GuardRefusal =>
  toGuardRefusal(outcome.kind, null) !== null;

/**
 * Whose daily cap a guarded action counts on, and who may not approve it. `id`: the id of an operator, or `ops` for all
 * of `ops`. `as`: of `ops --as`, that operator.
 */
export type GuardActor = { id: string; as: string | null; sessionId: string | null };

/** @throws Error for an actor that is neither an operator nor `ops`; theirs are never guarded */
export function guardActorOf(actor: Actor): GuardActor {
  if (actor.kind === 'ops') return { id: 'ops', as: actor.as?.userId ?? null, sessionId: null };
  if (actor.kind === 'user' && actor.role === 'operator')
    return { id: actor.userId, as: null, sessionId: actor.sessionId };
  throw new Error(`${actor.kind} does no guarded actions`);
}
