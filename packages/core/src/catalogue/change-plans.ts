import type { By } from '../audit/actor';
import { recording, unchanged, withAuditLog, withFreshAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import { guardActorOf } from '../operator-guard/guarded-action';
import type { DataNetwork } from '../product/data';
import type { Db } from '../shared/db';
import { planActions } from './catalogue-actions';
import { clearPlanId, giveBackPlanId, insertAnnounced, type Restoration, setGone } from './plan.store';
import { endHolds, type Resumption } from './sales-hold.store';

/** Lists a plan that no provider sells yet; nobody can buy it. `name`: as clients see it. */
export const announcePlan = (db: Db, by: By, plan: { network: DataNetwork; name: string; costKobo: bigint }) =>
  withAuditLog<{ kind: 'announced'; id: number; name: string }>(db, by, async (tx) => {
    const { id, name } = await insertAnnounced(tx, plan);
    return { result: { kind: 'announced', id, name }, action: planActions.announced(id, { ...plan, name }) };
  });

/** Takes an announced plan out of the list. */
export const retirePlan = (db: Db, by: By, id: number) =>
  withAuditLog<{ kind: 'retired' } | Refused<'not_announced'>>(db, by, async (tx) =>
    (await setGone(tx, id))
      ? { result: { kind: 'retired' }, action: planActions.retired(id) }
      : unchanged({ kind: 'not_announced', id }),
  );

/** Stops the sale of a plan, which stays listed. */
export const withdrawPlan = (db: Db, by: By, planId: string) =>
  withFreshAuditLog<{ kind: 'withdrawn'; id: number } | Refused<'no_such_plan'>>(db, by, async (tx) => {
    const id = await clearPlanId(tx, planId);
    if (id === null) return unchanged({ kind: 'no_such_plan', planId });
    return { result: { kind: 'withdrawn', id }, action: planActions.withdrawn(id, planId) };
  });

/** Sells a withdrawn plan again. */
export const restorePlan = (db: Db, by: By, id: number): Promise<Restoration> =>
  withFreshAuditLog(db, by, async (tx) =>
    recording(await giveBackPlanId(tx, id), ({ planId }) => planActions.restored(id, planId)),
  );

/** Sells a plan again that is on hold. */
export const resumePlan = (db: Db, by: By, planId: string): Promise<Resumption> =>
  withFreshAuditLog(db, by, async (tx) =>
    recording(await endHolds(tx, planId, guardActorOf(by.actor)), (done) => planActions.resumed(planId, done)),
  );
