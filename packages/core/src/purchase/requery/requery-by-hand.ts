import type { Provider, RequeryOutcome } from '../../provider/provider.port';
import { type Db, type DbOrTransaction, sql } from '../../shared/db';
import type { Log } from '../../shared/log.port';
import { toProviderOrder } from '../send/send-purchase';
import { formatCause } from '../settle/cause';
import { isFinal } from '../status';
import type { DuePurchase } from './due.store';
import type { RequeryRules } from './requery-rules';
import { verdictOfRequery } from './verdict-of-requery';

export type RequeryByHandDeps = { db: Db; provider: Pick<Provider, 'requery'>; rules: RequeryRules; log: Log };

/**
 * Asks the provider about a purchase that was sent, for an operator who wants to know now. It moves no money: an open
 * purchase becomes due, so that a worker asks as well and records the outcome. What contradicts a final status is noted
 * on the purchase, for review.
 * @returns the answer of the provider
 */
export async function requeryByHand(deps: RequeryByHandDeps, purchase: DuePurchase): Promise<RequeryOutcome> {
  const { db, provider, rules, log } = deps;
  const outcome = await provider.requery(toProviderOrder(purchase));
  log.info('requeried by hand', { purchase: purchase.id, requestRef: purchase.requestRef, outcome: outcome.kind });
  if (isFinal(purchase.status)) await noteContradiction(db, purchase, outcome, rules);
  else await makeDue(db, purchase.id);
  return outcome;
}

/**
 * Has a worker ask the provider about an open purchase next, in place of later. It decides nothing.
 * @returns false when the purchase is final, was never sent, or its send may be under way
 */
export async function makeDue(db: DbOrTransaction, id: string): Promise<boolean> {
  const due = await db.$executeRaw(sql`
    UPDATE purchase SET next_check_at = least(next_check_at, clock_timestamp())
     WHERE id = ${id}::uuid AND sends = 1 AND final_at IS NULL
       AND (claim_expires_at IS NULL OR claim_expires_at <= clock_timestamp())`);
  return due === 1;
}

async function noteContradiction(
  db: Db,
  purchase: DuePurchase,
  outcome: RequeryOutcome,
  rules: RequeryRules,
): Promise<void> {
  const verdict = verdictOfRequery(purchase, outcome, rules);
  if (verdict.targetStatus === 'open') return;
  if ((verdict.targetStatus === 'success') === (purchase.status === 'success')) return;
  const said = { goal: verdict.targetStatus, cause: formatCause(verdict.cause) };
  const evidence = 'evidence' in verdict ? verdict.evidence : {};
  const all = JSON.stringify({ ...said, ...evidence });
  await db.$executeRaw(sql`SELECT note_contradiction(${purchase.id}::uuid, ${purchase.status}, ${all}::jsonb)`);
}
