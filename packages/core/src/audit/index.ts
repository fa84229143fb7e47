export {
  type AuditActor,
  type AuditedAction,
  insertAction,
  listActions,
  listPurchaseActions,
  type NewAction,
  OPS,
} from './action.store';
export { withAuditLog } from './with-audit-log';
