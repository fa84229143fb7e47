import type { NewAction } from '../audit/action.store';
import type { By } from '../audit/actor';
import { type Recorded, recording, unchanged, withFreshAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import type { Db, DbOrTransaction } from '../shared/db';
import { type GuardActor, type GuardedAction, type GuardRefusal, guardActorOf, isGuardRefusal } from './guarded-action';
import { requestApproval } from './request-approval';

/**
 * A guarded action was not done, and the other operators were asked to approve it. `before`: that was asked for before.
 * `limitKobo`: above which it needs an approval; null: always.
 */
export type AskedApproval = { kind: 'asked'; id: string; expiresAt: Date; before: boolean; limitKobo: bigint | null };

/** Answer of the database: it was done, or `refusal` says why the approval policy does not allow `guarded`. */
export type Tried<Done> = Recorded<Done> | { refusal: GuardRefusal; guarded: GuardedAction };

/** The outcome of a store that does `guarded`, recorded as `toAction` says when it was done. */
export const tried = <T extends { kind: string }>(
  outcome: T | GuardRefusal,
  guarded: GuardedAction,
  toAction: (done: Exclude<T, Refused>) => NewAction | null,
): Tried<T> => (isGuardRefusal(outcome) ? { refusal: outcome, guarded } : recording(outcome, toAction));

/**
 * Tries a guarded action, for which a user needs a fresh second factor. When it needs an approval, the approval is
 * asked for in the same transaction.
 * @param note why, for the operator who decides; undefined: an action that needs an approval is refused. `ops` without
 *   `--as` is refused too, because the second operator must be somebody else
 * @throws AccessEnded
 */
export function tryGuarded<Done extends { kind: string }>(
  db: Db,
  by: By,
  note: string | undefined,
  work: (tx: DbOrTransaction, actor: GuardActor) => Promise<Tried<Done>>,
): Promise<Done | AskedApproval | GuardRefusal> {
  return withFreshAuditLog<Done | AskedApproval | GuardRefusal>(db, by, async (tx) => {
    const tried = await work(tx, guardActorOf(by.actor));
    if (!('refusal' in tried)) return tried;
    const { refusal, guarded } = tried;
    const isNobody = by.actor.kind === 'ops' && by.actor.as === null;
    if (refusal.kind === 'cap_exceeded' || note === undefined || isNobody) return unchanged(refusal);
    const asked = await requestApproval(tx, by, guarded, note);
    if (asked.kind === 'cap_exceeded') return unchanged(asked);
    const { kind, id, expiresAt } = asked;
    const before = kind === 'requested_before';
    return unchanged({ kind: 'asked', id, expiresAt, before, limitKobo: refusal.limitKobo });
  });
}
