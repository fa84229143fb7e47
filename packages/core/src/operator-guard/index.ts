export {
  type Approval,
  type ApprovalFilter,
  type ApprovalState,
  countOpenApprovals,
  findApproval,
  listApprovals,
} from './approval.store';
export { approvalSentence } from './approval-sentence';
export { changePolicy, type PolicyChange } from './change-policy';
export { decideApproval } from './decide-approval';
export { type DecidedRequest, decideRequest } from './decide-request';
export { type GuardActor, guardActorOf } from './guard-actor';
export {
  type GuardedAction,
  type GuardedActionKind,
  type GuardRefusal,
  guardedActionKinds,
  isGuardRefusal,
  type MoneyLimits,
  type NewAdjustment,
  type NewFunding,
  type NewLosingPrice,
  type NewOperator,
  type NewOwner,
  type NewRefund,
} from './guarded-action';
export { type ApprovalPolicy, listCapUse, readApprovalPolicy, readCapUse } from './policy.store';
export { type Cancelled, cancelApproval, type RequestOutcome, requestApproval } from './request-approval';
export { type AskedApproval, tryGuarded } from './try-guarded';
