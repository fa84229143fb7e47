import type { Refused } from '../../errors/refusal-catalog';
import type { GuardActor, GuardRefusal, NewRefund } from '../../operator-guard/guarded-action';
import { deliversToken, products } from '../../product/products';
import { assertNever } from '../../shared/assert-never';
import type { DbOrTransaction } from '../../shared/db';
import { maskNumbers } from '../../shared/mask-numbers';
import { maskKeys } from '../../shared/private-text';
import { findTokens, isAmbiguous, tokensOf } from '../../shared/tokens';
import { findPurchase, type Purchase, type PurchaseKey } from '../purchase.store';
import { type FinalStatus, isFinal, messages } from '../status';
import { formatCause } from './cause';
import { closeReview, settleByOperator } from './settle.store';
import type { Delivered, Settlement } from './settlement';
import { subjectOf, verdictOfNeverSent } from './verdict';

/** Decision of an operator by what they found out: the customer has the value, or does not and must be refunded. */
export type Decision = 'success' | 'refund';

/** How they know, for the history; and the tokens that they found out, which are sent to the customer. */
export type Evidence = { note: string } & FoundTokens;

/** As readTokens returns them. */
export type FoundTokens = { keyChangeTokens?: string; token?: string; bonusToken?: string };

/** The same as fields of the result; undefined when there are none. */
export function tokensIn({ keyChangeTokens, token, bonusToken }: FoundTokens): Delivered | undefined {
  const fields = { key_change_tokens: keyChangeTokens, token, bonus_token: bonusToken };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** The note as it is kept forever: without keys, and without the numbers that retention removes. */
export function keptNote(
  { recipient, providerOrder, result }: Pick<Purchase, 'recipient' | 'providerOrder' | 'result'>,
  { note, ...found }: Evidence,
): string {
  const tokens = [result, tokensIn(found) ?? {}].flatMap(findTokens);
  return maskNumbers(recipient, providerOrder.contactPhone, ...tokens)(maskKeys(note));
}

/**
 * `eventId`, `notificationId`: what was written along. `confirmed`: the status was so already; `reviewed`: this closed
 * a review. `overtaken`: the provider's answer came first and says the opposite, so the purchase is under review. The
 * others change nothing. `guarded`: what to ask an approval for.
 */
export type DecisionOutcome =
  | { kind: 'settled'; status: FinalStatus; eventId: string | null; notificationId: string | null }
  | { kind: 'confirmed'; status: FinalStatus; reviewed: boolean }
  | { kind: 'not_found' }
  | Refused<'never_sent' | 'takes_no_token' | 'unclear_tokens' | 'in_flight' | 'was_refunded' | 'overtaken'>
  | { kind: 'refused'; refusal: GuardRefusal; guarded: { kind: 'refund' } & NewRefund };

/**
 * Settles an open purchase as if the provider had answered, or reverses a success, with the failed event. The history
 * keeps the note. A refund counts on the daily cap of `actor`, and may need an approval.
 */
export async function decidePurchase(
  db: DbOrTransaction,
  key: PurchaseKey,
  decision: Decision,
  evidence: Evidence,
  actor: GuardActor,
): Promise<DecisionOutcome> {
  const tokens = tokensIn(evidence);
  const purchase = await findPurchase(db, key);
  if (purchase === null) return { kind: 'not_found' };
  const { status } = purchase;
  const note = keptNote(purchase, evidence);
  if (tokens !== undefined) {
    if (decision !== 'success' || !takesToken(purchase)) return { kind: 'takes_no_token' };
    if (isUnclear({ ...purchase.result, ...tokens })) return { kind: 'unclear_tokens' };
  }
  if (isFinal(status) && (status === 'success') === (decision === 'success'))
    return { kind: 'confirmed', status, reviewed: await closeReview(db, purchase.id, status, note) };
  const refused = decision === 'success' ? refusedSuccess(purchase) : null;
  if (refused === 'never_sent') return { kind: refused };
  if (refused === 'was_refunded') return { kind: refused, status, underReview: purchase.needsReview };

  const reverses = isFinal(status);
  const settlement = settlementOf(purchase, decision, { ...evidence, note });
  const row = await settleByOperator(db, settlement, { reverses }, actor);
  switch (row.outcome) {
    case 'settled': {
      const { eventId, notificationId } = row;
      return { kind: 'settled', status: row.status as FinalStatus, eventId, notificationId };
    }
    case 'refused': {
      const { cause, message } = settlement;
      const { id: purchaseId, amountKobo } = purchase;
      const refund = { purchaseId, amountKobo, delivered: reverses, cause: formatCause(cause), message };
      return { kind: 'refused', refusal: row.refusal, guarded: { kind: 'refund', ...refund } };
    }
    case 'declined':
      return { kind: 'in_flight', until: (await findPurchase(db, key))?.claimExpiresAt ?? null };
    case 'already_final': // since it was read: read it again
      return decidePurchase(db, key, decision, evidence, actor);
    case 'contradiction':
      return { kind: 'overtaken', status: row.status as FinalStatus };
    case 'kept':
    case 'repeated':
    case 'busy':
    case 'unknown_purchase':
      throw new Error(`settle_by_operator answered ${row.outcome}`);
    default:
      return assertNever(row);
  }
}

/** Whether a token can be given with a decision for success. Operators give those of meters alone. */
export const takesToken = (purchase: Parameters<typeof awaitsToken>[0]): boolean =>
  awaitsToken(purchase) && products[purchase.productType].recipient === 'meter';

/** Whether the customer has no token or PIN yet. */
export const awaitsToken = ({
  status,
  productType,
  providerOrder,
}: Pick<Purchase, 'status' | 'productType' | 'providerOrder'>): boolean =>
  !isFinal(status) && deliversToken(productType, providerOrder.variationCode);

/** Other tokens are worth nothing without the energy token, and one number cannot be two of them. */
const isUnclear = (result: Record<string, unknown>): boolean =>
  !tokensOf(result).some(({ field }) => field === 'token') || isAmbiguous(result);

/** Why an operator cannot decide that the customer has the value; null: they can, or it is a success already. */
export function refusedSuccess(purchase: Purchase): 'never_sent' | 'was_refunded' | null {
  if (isFinal(purchase.status)) return purchase.status === 'success' ? null : 'was_refunded';
  return wasNeverSent(purchase) ? 'never_sent' : null;
}

/** Nobody can have delivered it: it is unsent, and no closed attempt has shown its order since. */
const wasNeverSent = ({ sends, contradictedBy }: Purchase): boolean => sends === 0 && contradictedBy === null;

type Decided = Extract<Settlement, { basis: 'operator' | 'never_sent' }>;

function settlementOf(purchase: Purchase, decision: Decision, { note, ...found }: Evidence): Decided {
  const cause = { code: 'operator' as const, detail: note };
  if (wasNeverSent(purchase)) return { ...verdictOfNeverSent(purchase), cause };
  const { productType, status } = purchase;
  const decided = { ...subjectOf(purchase), basis: 'operator' as const, cause };
  if (decision === 'success') {
    const delivered = tokensIn(found) ?? {};
    return { ...decided, targetStatus: 'success', message: messages.success(productType), delivered };
  }
  const message = isFinal(status)
    ? messages.reversed(productType)
    : messages.failed(productType, 'The provider did not deliver it.');
  return { ...decided, targetStatus: 'failed', message };
}
