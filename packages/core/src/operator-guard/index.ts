export { type Approval, type ApprovalState, countOpenApprovals, findApproval, listApprovals } from './approval.store';
export { approvalSentence } from './approval-sentence';
export { changePolicy } from './change-policy';
export { decideApproval, decideRequest } from './decide-approval';
export { type GuardActor, type GuardedActionKind, guardedActionKinds } from './guarded-action';
export { type ApprovalPolicy, listCapUse, readApprovalPolicy, readCapUse } from './policy.store';
export { cancelApproval, requestApproval } from './request-approval';
export type { AskedApproval } from './try-guarded';
