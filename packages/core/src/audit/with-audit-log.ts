import { isRefused, type Refused } from '../errors/refusal-catalog';
import type { Db, DbOrTransaction } from '../shared/db';
import { type WriteOptions, writeAs } from '../user/write-as';
import { insertAction, type NewAction } from './action.store';
import type { By } from './actor';

/** Result of a change, and how it is recorded. `action` null: nothing was changed, so nothing is recorded. */
export type Recorded<T> = { result: T; action: NewAction | null };

export const unchanged = <const T>(result: T): Recorded<T> => ({ result, action: null });

/** The outcome of a store. What was done is recorded as `toAction` says; a refusal, and null, are not. */
export const recording = <T extends { kind: string }>(
  outcome: T,
  toAction: (done: Exclude<T, Refused>) => NewAction | null,
): Recorded<T> => ({
  result: outcome,
  action: isRefused(outcome) ? null : toAction(outcome as Exclude<T, Refused>),
});

/** Thrown by the work of `withAuditLog`, which then saves nothing and returns `result`. */
export class TakenBack extends Error {
  constructor(readonly result: { kind: string }) {
    super('taken back');
  }
}

/**
 * Runs `work` and records it in the audit log, in one transaction: for a user that of `writeAs`, with its options. The
 * rows that `work` locks stay locked for one more statement, about 1 ms.
 * @throws AccessEnded when the user was signed out, disabled, or has another role meanwhile
 */
export async function withAuditLog<T>(
  db: Db,
  { actor, origin }: By,
  work: (tx: DbOrTransaction) => Promise<Recorded<T>>,
  options: WriteOptions = {},
): Promise<T> {
  const recorded = async (tx: DbOrTransaction) => {
    const { result, action } = await work(tx);
    if (action !== null) await insertAction(tx, actor, origin, action);
    return result;
  };
  const { timeoutMs } = options;
  try {
    if (actor.kind === 'user') return await writeAs(db, actor, recorded, options);
    return await db.$transaction(recorded, timeoutMs === undefined ? {} : { timeout: timeoutMs });
  } catch (error) {
    if (error instanceof TakenBack) return error.result as T;
    throw error;
  }
}

/** The same with a second factor that was proved lately: for what moves money or trust (`fresh` of `WriteOptions`). */
export const withFreshAuditLog = <T>(db: Db, by: By, work: (tx: DbOrTransaction) => Promise<Recorded<T>>): Promise<T> =>
  withAuditLog(db, by, work, { fresh: true });
