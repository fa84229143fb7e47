import type { Purchase } from '../purchase/purchase.store';
import { type Db, sql } from '../shared/db';

/**
 * A purchase that waits for an operator to decide. `reason` is in the provider's words or ours; it may name the
 * recipient.
 */
type PurchaseUnderReview = Pick<
  Purchase,
  'requestRef' | 'productType' | 'status' | 'amountKobo' | 'recipient' | 'sentAt' | 'createdAt'
> & { account: string; reason: string };

/** Why a purchase is under review: the latest evidence, of a row `p` of purchase. */
export const REVIEW_REASON = sql`coalesce(
  'contradicted: ' || (p.contradicted_by ->> 'cause'),
  p.provider_evidence ->> 'mismatch', p.provider_evidence ->> 'answer', p.cause)`;

/** Those of live accounts, oldest first. */
export function listPurchasesUnderReview(db: Db): Promise<PurchaseUnderReview[]> {
  return db.$queryRaw<PurchaseUnderReview[]>(sql`
    SELECT a.name AS account, p.request_ref AS "requestRef", p.product_type AS "productType", p.status,
           p.amount_kobo AS "amountKobo", p.recipient, p.sent_at AS "sentAt", p.created_at AS "createdAt",
           ${REVIEW_REASON} AS reason
      FROM purchase p JOIN account a ON a.id = p.account_id WHERE p.needs_review AND a.mode = 'live' ORDER BY p.created_at`);
}
