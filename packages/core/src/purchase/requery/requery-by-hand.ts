import type { By } from '../../audit/actor';
import { withAuditLog } from '../../audit/with-audit-log';
import type { Refused } from '../../errors/refusal-catalog';
import type { Provider, RequeryOutcome } from '../../provider/provider.port';
import { type Db, type DbOrTransaction, sql } from '../../shared/db';
import type { Log } from '../../shared/log.port';
import { findPurchase } from '../purchase.store';
import { purchaseAction } from '../purchase-actions';
import { toProviderOrder } from '../send/send-purchase';
import { formatCause } from '../settle/cause';
import { isFinal, type PurchaseStatus } from '../status';
import { type DuePurchase, findSentPurchase } from './due.store';
import type { RequeryRules } from './requery-rules';
import { verdictOfRequery } from './verdict-of-requery';

export type RequeryByHandDeps = { db: Db; provider: Pick<Provider, 'requery'>; rules: RequeryRules; log: Log };

/** `outcome`: the answer of the provider. `isFinal`: no worker asks as well. */
type RequeriedByHand =
  | { kind: 'requeried'; outcome: RequeryOutcome; status: PurchaseStatus; isFinal: boolean }
  | Refused<'no_such_purchase' | 'nothing_to_requery' | 'in_flight'>;

/**
 * Asks the provider about a purchase that was sent, for an operator. It moves no money: an open purchase becomes due
 * for a worker, and what contradicts a final status is noted for review. The record comes first, because no transaction
 * can hold both.
 */
export async function requeryByHand(
  deps: RequeryByHandDeps,
  by: By,
  { id, requestRef: reference }: { id: string; requestRef: string },
): Promise<RequeriedByHand> {
  const { db, provider, rules, log } = deps;
  const purchase = await findPurchase(db, { id });
  if (purchase === null) return { kind: 'no_such_purchase', reference };
  if (purchase.sends === 0 || purchase.providerRef === null) return { kind: 'nothing_to_requery' };
  const sent = await findSentPurchase(db, purchase.providerRef);
  if (sent === null) return { kind: 'in_flight', until: null };
  await withAuditLog(db, by, async () => ({ result: null, action: purchaseAction('requery', purchase) }));
  const outcome = await provider.requery(toProviderOrder(sent));
  log.info('requeried by hand', { purchase: id, requestRef: reference, outcome: outcome.kind });
  if (isFinal(sent.status)) await noteContradiction(db, sent, outcome, rules);
  else await makeDue(db, id);
  const { status, finalAt } = (await findPurchase(db, { id })) ?? purchase;
  return { kind: 'requeried', outcome, status, isFinal: finalAt !== null };
}

/** Has a worker ask the provider next. False when it is final, was never sent, or its send may be under way. */
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
