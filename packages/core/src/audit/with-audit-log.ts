import type { Db, DbOrTransaction } from '../shared/db';
import { type AuditActor, insertAction, type NewAction } from './action.store';

/**
 * Does something for an operator and records that, in one transaction: neither stays without the other. `action` null: nothing was changed, so nothing is
 * recorded. `work` may be lost with the connection before its end, and then nothing has happened; so it tells nobody of what it did, its caller does.
 *
 * What it locks (a wallet, a purchase) stays locked for one statement more than without a record, about a millisecond.
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
    { maxWait: MAX_WAIT_MS, timeout: LONGEST_MS },
  );
}

const MAX_WAIT_MS = 2_000; // for a connection
const LONGEST_MS = 8_000; // above the 5 s that one statement may take, below the 10 s after which the server ends a transaction that stands idle
