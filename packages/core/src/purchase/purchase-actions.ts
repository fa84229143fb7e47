import type { NewAction } from '../audit/action.store';
import type { By } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Db } from '../shared/db';
import { formatNaira } from '../shared/money';
import { findTokens } from '../shared/tokens';
import { outcomeFacts, type Purchase } from './purchase.store';
import { type Decision, type DecisionOutcome, type Evidence, keptNote, tokensIn } from './settle/decide-purchase';

/** Returns the action of a decision on a purchase. The purchase's moves are in its own history. */
export function decisionAction(
  purchase: Purchase,
  { decision, approval, ...evidence }: Evidence & { decision: Decision; approval?: string },
  outcome: DecisionOutcome,
): NewAction | null {
  if (outcome.kind !== 'settled' && outcome.kind !== 'overtaken' && !(outcome.kind === 'confirmed' && outcome.reviewed))
    return null;
  const { requestRef, accountId, amountKobo, status } = purchase;
  return {
    action: 'purchase.settle',
    subject: requestRef,
    requestRef,
    accountId,
    note: keptNote(purchase, evidence),
    before: { status },
    after: { status: outcome.status },
    details: {
      decision,
      outcome: outcome.kind,
      amount: formatNaira(amountKobo),
      ...(tokensIn(evidence) && { token: 'given' }),
      ...(approval && { approval }),
    },
  };
}

/** An action on a purchase that changes nothing, and is recorded before it is done. */
export const purchaseAction = (
  verb: 'check' | 'requery' | 'show_token',
  { requestRef, accountId }: Pick<Purchase, 'requestRef' | 'accountId'>,
): NewAction => ({ action: `purchase.${verb}`, subject: requestRef, requestRef, accountId });

/** Records that somebody is shown the tokens of a purchase in full, which are worth money. Call it before. */
export async function recordTokensShown(db: Db, by: By, purchase: Purchase): Promise<void> {
  if (findTokens(outcomeFacts(purchase)).length === 0) return;
  await withAuditLog(db, by, async () => ({ result: undefined, action: purchaseAction('show_token', purchase) }));
}
