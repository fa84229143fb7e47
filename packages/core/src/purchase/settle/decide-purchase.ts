import { assertNever } from '../../shared/assert-never';
import type { DbOrTransaction } from '../../shared/db';
import { findPurchase, type Purchase } from '../purchase.store';
import { type FinalStatus, isFinal, messages } from '../status';
import { formatCause } from './cause';
import { closeReview, reversePurchase, settlePurchases } from './settle.store';
import type { Settlement } from './settlement';
import { verdictOfNeverSent } from './verdict';

/** What a person found out: the customer has the value, or does not and is to have the money back. */
export type Decision = 'success' | 'refund';

/** How the person knows, for the history; and the token that was found out, 20 digits, which goes to the customer like any other. */
export type Evidence = { note: string; token?: string };

/**
 * - `settled`: the decision is now the state. `eventId`, `notificationId`: the event and the message to the customer that were written along, if any.
 * - `confirmed`: it was the state already; `reviewed` tells whether a review was closed by it.
 * - `not_found`, and refusals that changed nothing: `never_sent` (nothing was sent, so it cannot have succeeded), `in_flight` (a send may still be
 *   under way until then), `was_refunded` (the money went back; no purchase comes back from that), `takes_no_token` (no open prepaid electricity).
 * - `overtaken`: the provider's word came first and says otherwise; the decision is noted on the purchase, which is under review.
 */
export type DecisionOutcome =
  | { kind: 'settled'; status: FinalStatus; eventId: string | null; notificationId: string | null }
  | { kind: 'confirmed'; status: FinalStatus; reviewed: boolean }
  | { kind: 'not_found' | 'never_sent' | 'takes_no_token' }
  | { kind: 'in_flight'; until: Date | null }
  | { kind: 'was_refunded' | 'overtaken'; status: FinalStatus };

/**
 * Settles a purchase by an operator's word: an open one as if the provider had said it, with its refund and event; a success that is to be refunded is taken
 * back, without an event. The note goes into the history as `operator: <note>`.
 */
export async function decidePurchase(
  db: DbOrTransaction,
  requestRef: string,
  decision: Decision,
  evidence: Evidence,
): Promise<DecisionOutcome> {
  const { note, token } = evidence;
  const purchase = await findPurchase(db, requestRef);
  if (purchase === null) return { kind: 'not_found' };
  const { status } = purchase;
  if (token !== undefined && !(decision === 'success' && awaitsToken(purchase))) return { kind: 'takes_no_token' };
  if (isFinal(status))
    return (
      (await decideFinal(db, purchase, status, decision, note)) ?? decidePurchase(db, requestRef, decision, evidence)
    );
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
      return { kind: 'in_flight', until: (await findPurchase(db, requestRef))?.claimExpiresAt ?? null };
    case 'already_final': // since we looked, and in our sense: look again
      return decidePurchase(db, requestRef, decision, evidence);
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

/** Null when it is not in that state any more. */
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
    messages.failed(productType, 'It was taken back.'),
  );
  return reversed ? ({ kind: 'settled', status: 'refunded', eventId: null, notificationId: null } as const) : null;
}

/** Whether a token may be given with a decision for success. */
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
