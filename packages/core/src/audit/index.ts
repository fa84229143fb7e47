export {
  type ActionFilter,
  type AuditedAction,
  type Facts,
  insertAction,
  listActions,
  listPurchaseActions,
  type NewAction,
} from './action.store';
export {
  approvalAction,
  backupActions,
  decisionAction,
  limitActions,
  mappingAction,
  planActions,
  priceActions,
  purchaseAction,
  reconciliationActions,
} from './actions';
export { type Actor, type ActorKind, actorName, type By, NO_ORIGIN, type Origin } from './actor';
export { blankPerson } from './blank.store';
export { type AuditHead, readAuditHead, sealAuditLog } from './seal.store';
export { withAuditLogOf as withAuditLog } from './with-audit-log-of';
