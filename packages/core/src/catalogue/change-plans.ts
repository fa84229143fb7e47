import type { By } from '../audit/actor';
import { unchanged, withAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import { guardActorOf } from '../operator-guard/guard-actor';
import type { DataNetwork } from '../product/data';
import type { Db } from '../shared/db';
import { planActions } from './catalogue-actions';
import { clearPlanId, giveBackPlanId, insertAnnounced, setGone } from './plan.store';
import { endStops } from './stop.store';

/** Lists a plan that no provider sells yet; nobody can buy it. `name`: as clients see it. */
export const announcePlan = (
  db: Db,
  by: By,
  plan: { network: DataNetwork; name: string; costKobo: bigint },
): Promise<{ id: number; name: string }> =>
  withAuditLog(db, by, async (tx) => {
    const result = await insertAnnounced(tx, plan);
    return { result, action: planActions.announced(result.id, { ...plan, name: result.name }) };
  });

/** Takes an announced plan out of the list. */
export const retirePlan = (db: Db, by: By, id: number): Promise<{ kind: 'retired' } | Refused<'not_announced'>> =>
  withAuditLog<{ kind: 'retired' } | Refused<'not_announced'>>(db, by, async (tx) =>
    (await setGone(tx, id))
      ? { result: { kind: 'retired' }, action: planActions.retired(id) }
      : unchanged({ kind: 'not_announced', id }),
  );

type Withdrawal = { kind: 'withdrawn'; id: number } | Refused<'no_such_plan'>;

/** Stops the sale of a plan, which stays listed. */
export const withdrawPlan = (db: Db, by: By, planId: string): Promise<Withdrawal> =>
  withAuditLog<Withdrawal>(
    db,
    by,
    async (tx) => {
      const id = await clearPlanId(tx, planId);
      if (id === null) return unchanged({ kind: 'no_such_plan', planId });
      return { result: { kind: 'withdrawn', id }, action: planActions.withdrawn(id, planId) };
    },
    { fresh: true },
  );

type Restoration =
  | { kind: 'restored'; planId: string }
  | Refused<'no_such_plan_row' | 'not_withdrawn' | 'plan_id_taken'>;

/** Sells a withdrawn plan again. */
export const restorePlan = (db: Db, by: By, id: number): Promise<Restoration> =>
  withAuditLog<Restoration>(
    db,
    by,
    async (tx) => {
      const outcome = await giveBackPlanId(tx, id);
      if (outcome.kind !== 'restored') return unchanged({ ...outcome, id });
      return { result: outcome, action: planActions.restored(id, outcome.planId) };
    },
    { fresh: true },
  );

/** `belowCost`: the tiers in which the plan stays out of sale, because their price is below cost. */
type Resumption =
  | { kind: 'resumed'; belowCost: string[] }
  | Refused<'still_below_cost' | 'loss_cap_reached' | 'not_stopped' | 'no_such_plan'>;

/** Sells a plan again that was stopped because of its cost. */
export const resumePlan = (db: Db, by: By, planId: string): Promise<Resumption> =>
  withAuditLog<Resumption>(
    db,
    by,
    async (tx) => {
      const outcome = await endStops(tx, planId, guardActorOf(by.actor));
      switch (outcome.kind) {
        case 'resumed': {
          const { kind, belowCost } = outcome;
          return { result: { kind, belowCost }, action: planActions.resumed(planId, outcome) };
        }
        case 'below_cost':
          return unchanged({ kind: 'still_below_cost', planId, tiers: outcome.belowCost });
        case 'loss_cap':
          return unchanged({ kind: 'loss_cap_reached', planId });
        default:
          return unchanged({ kind: outcome.kind, planId });
      }
    },
    { fresh: true },
  );
