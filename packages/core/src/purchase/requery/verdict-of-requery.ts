import type { Rejection, RequeryOutcome } from '../../provider/provider.port';
import { assertNever } from '../../shared/assert-never';
import { awaitingToken, besideEarlier, lacksToken, TOKEN_AWAITED } from '../settle/goods';
import type { Settlement } from '../settle/settlement';
import { delivered, failed, type Judged, open, said, subjectOf } from '../settle/verdict';
import { isFinal, messages } from '../status';
import type { DuePurchase } from './due.store';
import { NOT_FOUND_TIMES, nextCheck, type RequeryRules } from './requery-rules';

type Requeried = Exclude<Settlement, { basis: 'answer' | 'never_sent' | 'operator' }>;
type OpenByRequery = Extract<Settlement, { basis: 'requery'; targetStatus: 'open' }>;

export function verdictOfRequery(purchase: DuePurchase, outcome: RequeryOutcome, rules: RequeryRules): Requeried {
  const again = nextCheck(purchase.sinceSendMs ?? 0, rules);
  const verdict = verdictOfAttempt(purchase, outcome, rules, again);
  const doubt = verdict.targetStatus === 'failed' && !isFinal(purchase.status) ? doubtOf(purchase) : null;
  const judged = doubt === null ? verdict : forReview(purchase, doubt, again);
  if (judged.basis === 'not_found') return judged;
  return { ...judged, evidence: { ...judged.evidence, ...said('requery_answer', outcome) } };
}

/** Why a failure of this attempt does not prove that the customer got nothing; null: it does. */
function doubtOf({ contradicted, quarantinedAt }: DuePurchase): string | null {
  if (contradicted) return 'failed, but an earlier attempt may have delivered';
  if (quarantinedAt !== null) return 'failed, but in the lost time another provider may have got the order';
  return null;
}

/** Judges an attempt by the requery about it. `again`: when to ask again, if the requery proves nothing. */
function verdictOfAttempt(
  purchase: DuePurchase,
  outcome: RequeryOutcome,
  rules: RequeryRules,
  again: number | null,
): Requeried {
  switch (outcome.kind) {
    case 'delivered': {
      const delivery = besideEarlier(purchase.result, outcome);
      return lacksToken(purchase, delivery)
        ? openByRequery(purchase, TOKEN_AWAITED, again, awaitingToken(delivery, again))
        : { ...subjectOf(purchase), basis: 'requery', ...delivered(purchase, delivery) };
    }
    case 'rejected':
      if (purchase.tokenAwaited) return deniedAfterDelivery(purchase, outcome, again);
      return {
        ...subjectOf(purchase),
        basis: 'requery',
        ...failed(purchase, outcome.reversed ? 'provider_reversed' : 'provider_rejected', outcome),
      };
    case 'refused':
      if (purchase.tokenAwaited) return deniedAfterDelivery(purchase, outcome, again);
      if (purchase.orderSeen) return forReview(purchase, `refused with ${outcome.code}, though seen before`, again);
      return outcome.code === purchase.refusedWith
        ? rejectionConfirmed(purchase, again)
        : openByRequery(purchase, `refused with ${outcome.code}`, again);
    case 'missing':
      return notFound(purchase, rules, again);
    case 'open': {
      const review = outcome.stuck || again === null;
      return openByRequery(purchase, outcome.reason, again, { orderSeen: true, review });
    }
    case 'unanswered':
      return openByRequery(purchase, outcome.reason, again);
    default:
      return assertNever(outcome);
  }
}

/** First delivered without its token, then denied: an operator finds out who is right. */
const deniedAfterDelivery = (purchase: Judged, { code }: Rejection, again: number | null): OpenByRequery =>
  forReview(purchase, `delivered, then refused with ${code}`, again);

const openByRequery = (
  purchase: Judged,
  answer: string,
  again: number | null,
  more: Partial<OpenByRequery> = {},
): OpenByRequery => ({ ...subjectOf(purchase), basis: 'requery', ...open(answer, again), notFound: false, ...more });

const forReview = (purchase: Judged, answer: string, again: number | null): OpenByRequery =>
  openByRequery(purchase, answer, again, { review: true });

/** The provider's own record agrees. A suspected duplicate must also be the only open purchase for its recipient. */
function rejectionConfirmed(purchase: DuePurchase, again: number | null): Requeried {
  const rejection = purchase.providerEvidence.refusal;
  if (rejection === undefined) return forReview(purchase, 'rejected, in words that were not kept', again);
  return {
    ...subjectOf(purchase),
    basis: 'rejection_repeated',
    ...failed(purchase, 'provider_refused', rejection),
    onlyIfAlone: rejection.fault === 'duplicate',
  };
}

/**
 * "Not found" confirms a rejection. After a lost answer it refunds only when said often, long and late enough, and
 * never when anything has shown the order, or it may have been sent under another reference.
 */
function notFound(purchase: DuePurchase, rules: RequeryRules, again: number | null): Requeried {
  const { quarantinedAt, orderSeen, refusedWith, missingCount, missingSpanMs, sinceSendMs } = purchase;
  if (quarantinedAt !== null)
    return forReview(purchase, 'in quarantine, and not found under its likeliest reference', again);
  if (orderSeen) return forReview(purchase, 'not found, though seen before', again);
  if (refusedWith !== null) return rejectionConfirmed(purchase, again);
  if ((sinceSendMs ?? 0) < rules.notFoundMs) return openByRequery(purchase, 'not found yet', again);
  if (missingCount + 1 >= NOT_FOUND_TIMES && (missingSpanMs ?? 0) >= rules.notFoundMs)
    return {
      ...subjectOf(purchase),
      basis: 'not_found',
      targetStatus: 'failed',
      cause: { code: 'provider_never_had_it', detail: null },
      message: messages.failed(purchase.productType, 'The provider did not receive it.'),
      missingCount,
    };
  // evenly over the span, and never early: the random part must not shorten the proof
  const step = (rules.notFoundMs / (NOT_FOUND_TIMES - 1)) * (1 + rules.random() * 0.05);
  return openByRequery(purchase, 'not found', Math.ceil(step), { notFound: true });
}
