export {
  type Approval,
  type ApprovalFilter,
  type ApprovalState,
  countOpenApprovals,
  findApproval,
  listApprovals,
} from './approval.store';
export { type ApprovalDecision, decideApproval } from './decide-approval';
export { type GuardActor, guardActorOf } from './guard-actor';
export {
  type GuardedStep,
  type GuardRefusal,
  isGuardRefusal,
  type MoneyLimits,
  type NewAdjustment,
  type NewFunding,
  type NewLosingPrice,
  type NewOperator,
  type NewOwner,
  type NewRefund,
  type StepKind,
  stepKinds,
} from './guarded-step';
export { cancelApproval, type RequestOutcome, requestApproval } from './request-approval';
export { changeLimits, listCapUse, type MoneyRule, readCapUse, readMoneyRule } from './rule.store';
export { stepSentence } from './step-sentence';
