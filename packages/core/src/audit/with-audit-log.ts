import type { Db, DbOrTransaction } from '../shared/db';
import { writeAs } from '../user/write-as';
import { type AuditActor, insertAction, type NewAction, OPS } from './action.store';

/**
 * Runs `work` for an operator and records it in the audit log, in one transaction: for a user that of `writeAs`.
 * `action` null means that nothing was changed, so nothing is recorded. The rows that `work` locks stay locked for one
 * more statement, about 1 ms.
 * @throws AccessEnded when the operator was signed out or disabled meanwhile
 */
export function withAuditLog<T>(
  db: Db,
  by: AuditActor,
  work: (tx: DbOrTransaction) => Promise<{ result: T; action: NewAction | null }>,
): Promise<T> {
  const recorded = async (tx: DbOrTransaction) => {
    const { result, action } = await work(tx);
    if (action !== null) await insertAction(tx, by, action);
    return result;
  };
  return by === OPS ? db.$transaction(recorded) : writeAs(db, by as Exclude<AuditActor, typeof OPS>, recorded);
}
