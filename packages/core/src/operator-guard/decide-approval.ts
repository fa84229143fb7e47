import { insertAction, type NewAction } from '../audit/action.store';
import type { Actor, By } from '../audit/actor';
import { priceActions } from '../catalogue/catalogue-actions';
import { type PlanPriceFacts, readPriceFacts } from '../catalogue/price.store';
import { findPurchase } from '../purchase/purchase.store';
import { decisionAction } from '../purchase/purchase-actions';
import type { FinalStatus } from '../purchase/status';
import type { DbOrTransaction } from '../shared/db';
import { findUser } from '../user/user.store';
import { userActions } from '../user/user-actions';
import { walletActions } from '../wallet/wallet-actions';
import {
  type Approval,
  type ApprovalState,
  type DecideOutcome,
  decideStored,
  findApproval,
  type GuardedResult,
} from './approval.store';
import { approvalAction, limitActions } from './guard-actions';
import { type ApprovalPolicy, readApprovalPolicy } from './policy.store';

/**
 * - `approved`: it was done. `eventId`, `notificationId`: of a refund, what was written along; enqueue them after the
 *   commit. `userId`: of an operator or owner who was added
 * - `declined`
 * - `not_done`: approving did nothing, because it cannot be done: `why` is the outcome of the action, such as
 *   `cap_exceeded`, `reference_used`, `no_such_account` or `contradiction`. It can still be decided
 * - `decided_before`: `state` says how
 * - The others say why this operator cannot decide; prisma/functions/decide_approval.sql has them.
 */
export type ApprovalDecision =
  | { kind: 'approved'; eventId: string | null; notificationId: string | null; userId: string | null }
  | { kind: 'not_done'; why: string }
  | { kind: 'decided_before'; state: ApprovalState }
  | { kind: Exclude<DecideOutcome, 'approved' | 'not_done' | 'decided_before'> };

/**
 * Approves or declines what somebody asked for, as the operator `by`. Approving does it, in this transaction. It
 * records the decision, and what was done, itself.
 * @param note why; null for none
 * @throws Error when `by` is no signed-in user
 */
export async function decideApproval(
  tx: DbOrTransaction,
  by: By,
  { id, approve, note }: { id: string; approve: boolean; note: string | null },
): Promise<ApprovalDecision> {
  const { actor, origin } = by;
  const { userId, sessionId } = deciderOf(actor);
  const before = await findApproval(tx, id);
  if (before === null) return { kind: 'no_such_approval' };
  const was = await readBefore(tx, before);
  const { outcome, result } = await decideStored(tx, { id, approve, note }, { userId, sessionId });
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
    case 'not_done':
      return { kind: outcome, why: result?.outcome ?? 'unknown' };
    case 'decided_before':
      return { kind: outcome, state: (result?.state as ApprovalState | undefined) ?? before.state };
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
  price: PlanPriceFacts | null;
};

async function readBefore(tx: DbOrTransaction, { kind, purchaseId, tier, planId }: Approval): Promise<Before> {
  return {
    purchase: purchaseId === null ? null : await findPurchase(tx, { id: purchaseId }),
    policy: kind === 'limits' ? await readApprovalPolicy(tx) : null,
    price: tier === null || planId === null ? null : await readPriceFacts(tx, tier, planId),
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
      return walletActions.adjusted(account, entry, {
        reference: reference ?? '',
        entryId,
        reason: reason ?? '',
        approval: id,
      });
    }
    case 'refund': {
      if (before.purchase === null) return null;
      const status = result.status as FinalStatus;
      const outcome = { kind: 'settled', status, eventId: null, notificationId: null } as const;
      return decisionAction(before.purchase, { decision: 'refund', note: approval.note, approval: id }, outcome);
    }
    case 'limits': {
      const { approvalLimitKobo, dailyCapKobo } = approval;
      if (before.policy === null || approvalLimitKobo === null || dailyCapKobo === null) return null;
      return limitActions.changed(before.policy, { approvalLimitKobo, dailyCapKobo }, { approval: id });
    }
    case 'price':
      return priceAction(tx, approval, before.price);
    default: {
      const userId = result.user_id ?? approval.userId;
      const user = userId === null ? null : await findUser(tx, { id: userId });
      return user === null ? null : USER_ACTIONS[kind](user, id);
    }
  }
}

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
