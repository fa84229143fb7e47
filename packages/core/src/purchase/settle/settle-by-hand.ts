import type { By } from '../../audit/actor';
import { unchanged } from '../../audit/with-audit-log';
import type { Refused } from '../../errors/refusal-catalog';
import type { GuardRefusal } from '../../operator-guard/guarded-action';
import { type AskedApproval, tryGuarded } from '../../operator-guard/try-guarded';
import type { Db } from '../../shared/db';
import { findPurchase } from '../purchase.store';
import { decisionAction } from '../purchase-actions';
import {
  awaitsToken,
  type Decision,
  type DecisionOutcome,
  decidePurchase,
  type Evidence,
  tokensIn,
} from './decide-purchase';

/** `lacksToken`: it was settled as a success, and the customer gets no token. */
type SettledByHand =
  | (Extract<DecisionOutcome, { kind: 'settled' }> & { lacksToken: boolean })
  | Exclude<DecisionOutcome, { kind: 'settled' | 'refused' | 'not_found' }>
  | Refused<'no_such_purchase' | 'token_missing'>;

/**
 * As an operator decides, or asks for the approval that this needs. Enqueue afterwards what was written along.
 * `withoutToken`: a success that awaits a token may end without one, forever.
 */
export const settleByHand = (
  db: Db,
  by: By,
  { id, requestRef: reference }: { id: string; requestRef: string },
  { decision, withoutToken = false, ...evidence }: { decision: Decision; withoutToken?: boolean } & Evidence,
  approvalNote: string | undefined,
): Promise<SettledByHand | AskedApproval | GuardRefusal> =>
  tryGuarded<SettledByHand>(db, by, approvalNote, async (tx, actor) => {
    const purchase = await findPurchase(tx, { id });
    const lacks =
      decision === 'success' && tokensIn(evidence) === undefined && purchase !== null && awaitsToken(purchase);
    if (lacks && !withoutToken) return unchanged({ kind: 'token_missing' });
    const outcome = await decidePurchase(tx, { id }, decision, evidence, actor);
    if (outcome.kind === 'refused') return outcome;
    if (outcome.kind === 'not_found' || purchase === null) return unchanged({ kind: 'no_such_purchase', reference });
    const action = decisionAction(purchase, { decision, ...evidence }, outcome);
    if (outcome.kind !== 'settled') return { result: outcome, action };
    return { result: { ...outcome, lacksToken: lacks }, action };
  });
