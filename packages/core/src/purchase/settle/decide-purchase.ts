import { assertNever } from '../../shared/assert-never';
import type { DbOrTransaction } from '../../shared/db';
import { findPurchase, type Purchase, type PurchaseKey } from '../purchase.store';
import { type FinalStatus, isFinal, messages } from '../status';
import { formatCause } from './cause';
import { closeReview, reversePurchase, settlePurchases } from './settle.store';
import type { Settlement } from './settlement';
import { verdictOfNeverSent } from './verdict';

/** What an operator found out: the customer has the value, or does not and must be refunded. */
export type Decision = 'success' | 'refund';

/** How they know, for the history; and the token that they found out, 20 digits, which is sent to the customer. */
export type Evidence = { note: string; token?: string };

/**
 * - `settled`: the status is now as decided. `eventId`, `notificationId`: what was written along, if anything.
 * - `confirmed`: the status was so already. `reviewed`: this closed a review.
 * - `overtaken`: the provider's answer came first and says the opposite. The decision is kept, and the purchase is
 *   under review.
 * - The others are refusals, which change nothing: `not_found`; `never_sent`, so it cannot be a success; `in_flight`,
 *   its send may be under way until then; `was_refunded`, which is never taken back; `takes_no_token`, because it is no
 *   open purchase of prepaid electricity.
 */
export type DecisionOutcome =
  | { kind: 'settled'; status: FinalStatus; eventId: string | null; notificationId: string | null }
  | { kind: 'confirmed'; status: FinalStatus; reviewed: boolean }
  | { kind: 'not_found' | 'never_sent' | 'takes_no_token' }
  | { kind: 'in_flight'; until: Date | null }
  | { kind: 'was_refunded' | 'overtaken'; status: FinalStatus };

/**
 * Settles a purchase as an operator decides. An open one gets its refund and event, as if the provider had answered; a
 * success is reversed, with the failed event. The note is kept in the history as `operator: <note>`.
 */
export async function decidePurchase(
  db: DbOrTransaction,
  key: PurchaseKey,
  decision: Decision,
  evidence: Evidence,
): Promise<DecisionOutcome> {
  const { note, token } = evidence;
  const purchase = await findPurchase(db, key);
  if (purchase === null) return { kind: 'not_found' };
  const { status } = purchase;
  if (token !== undefined && !(decision === 'success' && awaitsToken(purchase))) return { kind: 'takes_no_token' };
  if (isFinal(status))
    return (await decideFinal(db, purchase, status, decision, note)) ?? decidePurchase(db, key, decision, evidence);
  if (purchase.sends === 0 && decision === 'success') return { kind: 'never_sent' };

  const [row] = await settlePurchases(db, [settlementOf(purchase, decision, evidence)], { wait: true });
  if (!row) throw new Error('record_settlements without a row');
  switch (row.outcome) {
    case 'settled':
      return {
        kind: 'settled',
        status: row.status as FinalStatus,
        eventId: row.eventId,
        notificationId: row.notificationId,
      };
    case 'declined':
      return { kind: 'in_flight', until: (await findPurchase(db, key))?.claimExpiresAt ?? null };
    case 'already_final': // since it was read, and as decided: read it again
      return decidePurchase(db, key, decision, evidence);
    case 'contradiction':
      return { kind: 'overtaken', status: row.status as FinalStatus };
    case 'kept':
    case 'repeated':
    case 'busy':
    case 'unknown_purchase':
      throw new Error(`record_settlements answered ${row.outcome}`);
    default:
      return assertNever(row.outcome);
  }
}

/** Null when its status has changed meanwhile. */
async function decideFinal(
  db: DbOrTransaction,
  { id, productType }: Purchase,
  status: FinalStatus,
  decision: Decision,
  note: string,
) {
  if ((status === 'success') === (decision === 'success')) {
    return { kind: 'confirmed', status, reviewed: await closeReview(db, id, status, note) } as const;
  }
  if (decision === 'success') return { kind: 'was_refunded', status } as const;
  const reversed = await reversePurchase(
    db,
    id,
    formatCause({ code: 'operator', detail: note }),
    messages.reversed(productType),
  );
  return reversed && ({ kind: 'settled', status: 'refunded', ...reversed, notificationId: null } as const);
}

/** Whether a token can be given with a decision for success. */
export const awaitsToken = ({
  status,
  productType,
  providerOrder,
}: Pick<Purchase, 'status' | 'productType' | 'providerOrder'>): boolean =>
  !isFinal(status) && productType === 'ELECTRICITY' && providerOrder.variationCode === 'prepaid';

function settlementOf(purchase: Purchase, decision: Decision, { note, token }: Evidence): Settlement {
  const cause = { code: 'operator' as const, detail: note };
  if (purchase.sends === 0) return { ...verdictOfNeverSent(purchase), cause };
  const { id, productType } = purchase;
  return decision === 'success'
    ? {
        id,
        basis: 'operator',
        targetStatus: 'success',
        cause,
        message: messages.success(productType),
        token: token ?? null,
      }
    : {
        id,
        basis: 'operator',
        targetStatus: 'failed',
        cause,
        message: messages.failed(productType, 'The provider did not deliver it.'),
      };
}
