export {
  type ActionFilter,
  type AuditedAction,
  type Facts,
  insertAction,
  listActions,
  listPurchaseActions,
  type NewAction,
} from './action.store';
export { type Actor, type ActorKind, actorKinds, actorName, type By, NO_ORIGIN, type Origin } from './actor';
export { withAuditLog } from './with-audit-log';
