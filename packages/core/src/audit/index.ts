export {
  type AuditActor,
  OPS,
  type AuditedAction,
  insertAction,
  listActions,
  listPurchaseActions,
  type NewAction,
} from './action.store';
export { withAuditLog } from './with-audit-log';
