import type { By } from '../audit/actor';
import { recording, unchanged, withFreshAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import { type GuardActor, type GuardRefusal, isGuardRefusal, requireRefusal } from '../operator-guard/guarded-action';
import { type AskedApproval, tryGuarded } from '../operator-guard/try-guarded';
import { type Db, type DbOrTransaction, onlyRow, sql } from '../shared/db';
import { type CollectionRule, collectionActions } from './collection-actions';
import type { CollectionState } from './records';
import { dismissStored, findTransfer } from './transfer.store';

/** What the collector may add to wallets without a person. */
export async function readCollectionRule(db: DbOrTransaction): Promise<CollectionRule> {
  const { collections, collectorCapKobo } = await db.moneyRule.findFirstOrThrow();
  return { state: collections as CollectionState, capKobo: collectorCapKobo };
}

/** Changes what is given. To allow more needs an approval. `note`: why, for the audit log and the second operator. */
export const changeCollections = (
  db: Db,
  by: By,
  change: Partial<CollectionRule>,
  note: string,
): Promise<{ kind: 'changed'; rule: CollectionRule } | AskedApproval | GuardRefusal> =>
  tryGuarded<{ kind: 'changed'; rule: CollectionRule }>(db, by, note, async (tx, actor) => {
    const rule = { ...(await readCollectionRule(tx)), ...change };
    const outcome = await changeRule(tx, rule, actor);
    if (isGuardRefusal(outcome)) return { refusal: outcome, guarded: { kind: 'collections', ...rule } };
    return { result: { kind: 'changed', rule }, action: collectionActions.ruleChanged(outcome.before, rule, { note }) };
  });

async function changeRule(
  tx: DbOrTransaction,
  { state, capKobo }: CollectionRule,
  actor: GuardActor,
): Promise<{ kind: 'changed'; before: CollectionRule } | GuardRefusal> {
  const rows = await tx.$queryRaw<{ outcome: string; stateBefore: CollectionState; capBefore: bigint }[]>(sql`
    SELECT outcome, state_before AS "stateBefore", cap_before_kobo AS "capBefore"
      FROM change_collections(${state}, ${capKobo}::bigint, ${actor.id}, NULL)`);
  const { outcome, stateBefore, capBefore } = onlyRow(rows, 'change_collections');
  if (outcome === 'changed') return { kind: outcome, before: { state: stateBefore, capKobo: capBefore } };
  return requireRefusal(outcome, null);
}

/** Takes a transfer off the list of those that wait, for good. `note`: why no wallet gets it. */
export const dismissTransfer = (
  db: Db,
  by: By,
  id: bigint,
  note: string,
): Promise<{ kind: 'dismissed' } | Refused<'no_such_transfer' | 'transfer_not_open'>> =>
  withFreshAuditLog<{ kind: 'dismissed' } | Refused<'no_such_transfer' | 'transfer_not_open'>>(db, by, async (tx) => {
    const transfer = await findTransfer(tx, id);
    if (transfer === null) return unchanged({ kind: 'no_such_transfer', id });
    if (!(await dismissStored(tx, id, note))) return unchanged({ kind: 'transfer_not_open', id });
    return recording({ kind: 'dismissed' }, () => collectionActions.dismissed(transfer, note));
  });
