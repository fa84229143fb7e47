import type { Db, DbOrTransaction } from '../shared/db';
import { type AuditActor, insertAction, type NewAction } from './action.store';

/**
 * Runs `work` for an operator and records it in the audit log, in one transaction. `action` null means that nothing was
 * changed, so nothing is recorded.
 *
 * `work` must have no effect outside the transaction, which may still be rolled back: its caller enqueues or logs
 * afterwards. The rows that `work` locks stay locked for one more statement, about 1 ms.
 */
export function withAuditLog<T>(
  db: Db,
  by: AuditActor,
  work: (tx: DbOrTransaction) => Promise<{ result: T; action: NewAction | null }>,
): Promise<T> {
  return db.$transaction(
    async (tx) => {
      const { result, action } = await work(tx);
      if (action !== null) await insertAction(tx, by, action);
      return result;
    },
    { maxWait: MAX_WAIT_MS, timeout: TIMEOUT_MS },
  );
}

/** For a connection of the pool. */
const MAX_WAIT_MS = 2_000;
/** Above the 5 s limit of one statement, below the 10 s after which the server ends an idle transaction. */
const TIMEOUT_MS = 8_000;
