export {
  type Approval,
  type ApprovalFilter,
  type ApprovalState,
  countOpenApprovals,
  findApproval,
  listApprovals,
} from './approval.store';
export { approvalSentence } from './approval-sentence';
export { type ApprovalDecision, decideApproval } from './decide-approval';
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
export { type ApprovalPolicy, changeLimits, listCapUse, readApprovalPolicy, readCapUse } from './policy.store';
export { cancelApproval, type RequestOutcome, requestApproval } from './request-approval';
export { type AskedApproval, tryGuarded } from './try-guarded';
