import type { Db, DbOrTransaction } from '../shared/db';
import { type WriteOptions, writeAs } from '../user/write-as';
import { insertAction, type NewAction } from './action.store';
import type { Actor, Origin } from './actor';

/**
 * Runs `work` and records it in the audit log, in one transaction: for a user that of `writeAs`, with its options.
 * `action` null means that nothing was changed, so nothing is recorded. The rows that `work` locks stay locked for one
 * more statement, about 1 ms.
 * @throws AccessEnded when the user was signed out, disabled, or has another role meanwhile
 */
export function withAuditLog<T>(
  db: Db,
  actor: Actor,
  origin: Origin,
  work: (tx: DbOrTransaction) => Promise<{ result: T; action: NewAction | null }>,
  options: WriteOptions = {},
): Promise<T> {
  const recorded = async (tx: DbOrTransaction) => {
    const { result, action } = await work(tx);
    if (action !== null) await insertAction(tx, actor, origin, action);
    return result;
  };
  if (actor.kind === 'user') return writeAs(db, actor, recorded, options);
  return db.$transaction(recorded, options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs });
}
