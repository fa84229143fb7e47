import { insertAction, type NewAction } from '../audit/action.store';
import type { Actor, By } from '../audit/actor';
import { unchanged, withFreshAuditLog } from '../audit/with-audit-log';
import { discountActions, priceActions } from '../catalogue/catalogue-actions';
import { type Discount, type DiscountKey, findDiscount } from '../catalogue/discount.store';
import { type PlanPriceFacts, readPriceFacts } from '../catalogue/price.store';
import { readCollectionRule } from '../collection/change-collections';
import { type CollectionRule, collectionActions } from '../collection/collection-actions';
import type { Refused } from '../errors/refusal-catalog';
import { findPurchase } from '../purchase/purchase.store';
import { decisionAction } from '../purchase/purchase-actions';
import type { FinalStatus } from '../purchase/status';
import type { Db, DbOrTransaction } from '../shared/db';
import { findUser } from '../user/user.store';
import { userActions } from '../user/user-actions';
import { AccessEnded } from '../user/write-as';
import { walletActions } from '../wallet/wallet-actions';
import { type Approval, type Decision, decideStored, findApproval, type GuardedResult } from './approval.store';
import { approvalAction, limitsChanged } from './guard-actions';
import { type ApprovalPolicy, readApprovalPolicy } from './policy.store';

/**
 * - `approved`: it was done. `eventId`, `notificationId`: of a refund, what was written along; enqueue them after the
 *   commit. `userId`: of an operator or owner who was added
 * - `approval_not_done`: it can still be decided. `why`: the outcome of the action, such as `cap_exceeded`
 * - The others say why this operator cannot decide; prisma/functions/decide_approval.sql has them.
 */
type ApprovalDecision =
  | { kind: 'approved'; eventId: string | null; notificationId: string | null; userId: string | null }
  | { kind: 'declined' }
  | { kind: 'factor_stale' }
  | { kind: 'not_an_operator' }
  | Refused<
      | 'no_such_approval'
      | 'approval_decided'
      | 'approval_expired'
      | 'own_request'
      | 'about_decider'
      | 'factor_too_young'
      | 'approval_not_done'
    >;

/**
 * Approves or declines a request, with a fresh second factor. Approving does what was asked for, in the same
 * transaction; enqueue afterwards what it has written.
 * @throws AccessEnded when the factor became stale, or the session ended, meanwhile
 */
export async function decideRequest(db: Db, by: By, decision: Decision) {
  // it records itself
  const decided = await withFreshAuditLog<ApprovalDecision>(db, by, async (tx) =>
    unchanged(await decideApproval(tx, by, decision)),
  );
  if (decided.kind === 'factor_stale') throw new AccessEnded('factor_stale');
  if (decided.kind === 'not_an_operator') throw new AccessEnded('signed_out');
  return decided;
}

/** The same in the transaction `tx`. It records itself. @throws Error when `by` is no signed-in user */
export async function decideApproval(tx: DbOrTransaction, by: By, decision: Decision): Promise<ApprovalDecision> {
  const { actor, origin } = by;
  const { id, note } = decision;
  const decider = deciderOf(actor);
  const before = await findApproval(tx, id);
  if (before === null) return { kind: 'no_such_approval', id };
  const was = await readBefore(tx, before);
  const { outcome, result } = await decideStored(tx, decision, decider);
  switch (outcome) {
    case 'approved': {
      await insertAction(tx, actor, origin, approvalAction('approve', before, note));
      const action = await doneAction(tx, before, was, result ?? { outcome: 'unknown' });
      if (action !== null) await insertAction(tx, actor, origin, action);
      return {
        kind: outcome,
        eventId: result?.event_id ?? null,
        notificationId: result?.notification_id ?? null,
        userId: result?.user_id ?? null,
      };
    }
    case 'declined':
      await insertAction(tx, actor, origin, approvalAction('decline', before, note));
      return { kind: outcome };
    case 'no_such_approval':
      return { kind: outcome, id };
    case 'not_done':
      return { kind: 'approval_not_done', why: result?.outcome ?? 'unknown' };
    case 'decided_before':
      return { kind: 'approval_decided', state: result?.state ?? before.state };
    case 'expired':
      return { kind: 'approval_expired' };
    default:
      return { kind: outcome };
  }
}

function deciderOf(actor: Actor): { userId: string; sessionId: string } {
  if (actor.kind !== 'user') throw new Error(`${actor.kind} cannot decide on an approval`);
  return actor;
}

type Before = {
  purchase: Awaited<ReturnType<typeof findPurchase>>;
  policy: ApprovalPolicy | null;
  rule: CollectionRule | null;
  price: PlanPriceFacts | null;
  discount: Discount | null;
};

async function readBefore(tx: DbOrTransaction, approval: Approval): Promise<Before> {
  const { kind, purchaseId, tier, planId } = approval;
  const discounted = discountOf(approval);
  return {
    purchase: purchaseId === null ? null : await findPurchase(tx, { id: purchaseId }),
    policy: kind === 'limits' ? await readApprovalPolicy(tx) : null,
    rule: kind === 'collections' ? await readCollectionRule(tx) : null,
    price: tier === null || planId === null ? null : await readPriceFacts(tx, tier, planId),
    discount: discounted === null ? null : await findDiscount(tx, discounted),
  };
}

/** The same action that is recorded when it is done without an approval, with the id of the approval. */
async function doneAction(
  tx: DbOrTransaction,
  approval: Approval,
  before: Before,
  result: GuardedResult,
): Promise<NewAction | null> {
  const { id, kind, reference } = approval;
  const account = { id: approval.accountId ?? '', name: approval.accountName ?? '' };
  const entry = {
    amountKobo: toKobo(result.amount_kobo),
    balanceBeforeKobo: toKobo(result.balance_before_kobo),
    balanceAfterKobo: toKobo(result.balance_after_kobo),
  };
  switch (kind) {
    case 'fund':
      return walletActions.funded(account, entry, { reference: reference ?? '', note: approval.note, approval: id });
    case 'adjust': {
      const { entryId, reason } = approval;
      const adjustment = { reference: reference ?? '', entryId, reason: reason ?? '', approval: id };
      return walletActions.adjusted(account, entry, adjustment);
    }
    case 'refund': {
      if (before.purchase === null) return null;
      const status = result.status as FinalStatus;
      const outcome = { kind: 'settled', status, eventId: null, notificationId: null } as const;
      return decisionAction(before.purchase, { decision: 'refund', note: approval.note, approval: id }, outcome);
    }
    case 'limits':
      return limitsAction(approval, before.policy);
    case 'collections':
      return collectionsAction(approval, before.rule);
    case 'price':
      return priceAction(tx, approval, before.price);
    case 'discount': {
      const key = discountOf(approval);
      const after = { bps: approval.bps ?? 0, belowCostAllowed: true };
      return key && discountActions.set(key, before.discount, after, id);
    }
    default: {
      const userId = result.user_id ?? approval.userId;
      const user = userId === null ? null : await findUser(tx, { id: userId });
      return user === null ? null : USER_ACTIONS[kind](user, id);
    }
  }
}

function limitsAction(
  { id, approvalLimitKobo, dailyCapKobo }: Approval,
  before: ApprovalPolicy | null,
): NewAction | null {
  if (before === null || approvalLimitKobo === null || dailyCapKobo === null) return null;
  return limitsChanged(before, { approvalLimitKobo, dailyCapKobo }, { approval: id });
}

function collectionsAction(
  { id, collections: state, collectorCapKobo: capKobo }: Approval,
  before: CollectionRule | null,
): NewAction | null {
  if (before === null || state === null || capKobo === null) return null;
  return collectionActions.ruleChanged(before, { state, capKobo }, { approval: id });
}

/** The discount that an approval is about; null: it is about something else. */
const discountOf = ({ tier, productType, service }: Approval): DiscountKey | null =>
  tier === null || productType === null || service === null ? null : { tier, productType, service };

async function priceAction(
  tx: DbOrTransaction,
  { id, tier, planId, costKobo }: Approval,
  before: PlanPriceFacts | null,
): Promise<NewAction | null> {
  if (tier === null || planId === null || before === null) return null;
  const after = (await readPriceFacts(tx, tier, planId)) ?? before;
  return priceActions.set(tier, planId, before, after, costKobo ?? 0n, id);
}

const USER_ACTIONS = {
  operator_add: userActions.invited,
  operator_link: userActions.linked,
  operator_factor_reset: userActions.factorReset,
  operator_disable: userActions.disabled,
  owner_add: userActions.invited,
};

const toKobo = (text: string | undefined): bigint => BigInt(text ?? 0);
