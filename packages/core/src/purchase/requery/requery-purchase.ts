import { createFairQuota } from '../../flow/fair-quota';
import { createScheduler, type Scheduler, type Work } from '../../flow/scheduler';
import type { Provider, RequeryOutcome } from '../../provider/provider.port';
import type { Db } from '../../shared/db';
import { reasonOf } from '../../shared/log.port';
import { type NextAttempts, noValueOfRequery } from '../send/next-attempt';
import { toProviderOrder } from '../send/send-purchase';
import { placeOf, toWork } from '../send/send-scheduler';
import { type SettleDeps, settlePurchase } from '../settle/settle-purchase';
import { type TracedDeps, traceWork } from '../traced';
import { type DuePurchase, noteChecked } from './due.store';
import type { RequeryRules } from './requery-rules';
import { verdictOfRequery } from './verdict-of-requery';

export type RequeryDeps = SettleDeps & {
  db: Db;
  provider: Pick<Provider, 'requery'>;
  /** Undefined where there is only one provider. */
  nextAttempts?: NextAttempts | undefined;
  /** How long a provider may still turn a failure into a delivery, by its name. */
  settlesWithinMs?: ((provider: string) => number | undefined) | undefined;
  rules: RequeryRules;
};

/**
 * Asks the provider what became of a purchase, and records that, or opens an attempt elsewhere, which the sweeper
 * sends. Of a closed attempt it records only what contradicts that it gave no value.
 */
export async function requeryPurchase(deps: RequeryDeps, purchase: DuePurchase): Promise<RequeryOutcome> {
  const outcome = await deps.provider.requery(toProviderOrder(purchase));
  deps.log.info('requeried', {
    purchase: purchase.id,
    requestRef: purchase.requestRef,
    outcome: outcome.kind,
    check: purchase.checks + 1,
  });
  const verdict = verdictOfRequery(purchase, outcome, deps.rules);
  if (purchase.isClosed) {
    if (verdict.targetStatus === 'success' || ('orderSeen' in verdict && verdict.orderSeen))
      await settlePurchase(deps, purchase, verdict);
    if (outcome.kind !== 'unanswered') await noteChecked(deps.db, purchase);
    return outcome;
  }
  const proof = noValueOfRequery(outcome, verdict, purchase.sinceSendMs, deps.settlesWithinMs?.(purchase.provider));
  if (proof === null || !(await deps.nextAttempts?.open(purchase, proof)))
    await settlePurchase(deps, purchase, verdict);
  return outcome;
}

export type RequeryScheduler = Pick<Scheduler<Work>, 'busyAccounts' | 'drain'> & {
  /** Requeries the purchase when its account's turn comes. Resolves when that is done; at once when it has to wait. */
  requery(purchase: DuePurchase): Promise<void>;
};

export function createRequeryScheduler(deps: RequeryDeps & TracedDeps, maxRequeries: number): RequeryScheduler {
  const scheduler = createScheduler<Work & { purchase: DuePurchase }>({
    quota: createFairQuota(maxRequeries),
    run: async ({ purchase }) =>
      void (await traceWork(deps, 'requery', purchase, (traced) => requeryPurchase(traced, purchase))),
    failedLater({ purchase: { id, requestRef } }, error) {
      const fields = { purchase: id, requestRef, reason: reasonOf(error) };
      deps.log.warn('a requery failed; the purchase will be due again', fields);
    },
    maxWaiting: maxRequeries,
  });
  return {
    busyAccounts: scheduler.busyAccounts,
    drain: scheduler.drain,
    requery: (purchase) => scheduler.submit({ ...toWork(purchase.id, placeOf(purchase)), purchase }),
  };
}
