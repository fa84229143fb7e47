export {
  type ActionFilter,
  type AuditedAction,
  type Facts,
  insertAction,
  listActions,
  listPurchaseActions,
  type NewAction,
} from './action.store';
export { type Actor, type ActorKind, type By, NO_ORIGIN, type Origin } from './actor';
export { redactByHand } from './redact-by-hand';
export { readAuditHead, sealAuditLog } from './seal.store';
