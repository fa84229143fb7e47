import type { Stop } from '../../provider/breakers.port';
import type { Delivery, Rejection, SendOutcome } from '../../provider/provider.port';
import { assertNever } from '../../shared/assert-never';
import type { Purchase } from '../purchase.store';
import { nextCheck, type RequeryRules } from '../requery/requery-rules';
import { messages } from '../status';
import type { EndCause } from './cause';
import { awaitingToken, evidenceOf, goodsOf, lacksToken, TOKEN_AWAITED } from './goods';
import type { ProviderEvidence, Settlement } from './settlement';

export type Judged = Pick<Purchase, 'id' | 'attempt' | 'productType' | 'providerOrder'>;

type Answered = Extract<Settlement, { basis: 'answer' }>;
type NeverSent = Extract<Settlement, { basis: 'never_sent' }>;

export function verdictOfSend(purchase: Judged, outcome: SendOutcome, rules: RequeryRules): Answered {
  const verdict = judgeSend(purchase, outcome, rules);
  return { ...verdict, evidence: { ...verdict.evidence, ...said('send_answer', outcome) } };
}

/** Returns the provider's answer as evidence for operators; nothing is decided by it. */
export const said = (to: 'send_answer' | 'requery_answer', { answer }: { answer?: string }): ProviderEvidence =>
  answer === undefined ? {} : { [to]: answer };

function judgeSend(purchase: Judged, outcome: SendOutcome, rules: RequeryRules): Answered {
  const again = nextCheck(0, rules);
  const subject = { ...subjectOf(purchase), basis: 'answer' as const };
  switch (outcome.kind) {
    case 'delivered':
      return lacksToken(purchase, outcome)
        ? { ...subject, ...open(TOKEN_AWAITED, again), refusedWith: null, ...awaitingToken(outcome, again) }
        : { ...subject, ...delivered(purchase, outcome) };
    case 'rejected':
      return { ...subject, ...failed(purchase, 'provider_rejected', outcome) };
    case 'unsent':
      return {
        ...subject,
        targetStatus: 'failed',
        cause: { code: 'provider_unreachable', detail: null },
        message: messages.failed(purchase.productType, 'The provider could not be reached.'),
        evidence: { answer: outcome.reason },
      };
    case 'unknown': {
      const { reason, rejection, orderSeen } = outcome;
      const undecided = { ...subject, ...open(reason, again), orderSeen };
      if (rejection === null) return { ...undecided, refusedWith: null };
      return { ...undecided, refusedWith: rejection.code, evidence: { answer: reason, refusal: rejection } };
    }
    default:
      return assertNever(outcome);
  }
}

/** The settlement of a purchase that nobody sent in time: refunded, unless somebody has claimed it since. */
export function verdictOfNeverSent(purchase: Judged): NeverSent {
  return {
    ...subjectOf(purchase),
    basis: 'never_sent',
    targetStatus: 'refunded',
    cause: { code: 'start_deadline', detail: null },
    message: messages.refunded(purchase.productType),
  };
}

/** The settlement of a purchase that was not sent because `stop` did not let it pass, with the same condition. */
export function verdictOfStopped(
  purchase: Pick<Judged, 'id' | 'attempt' | 'productType'>,
  { reason }: Stop,
): NeverSent {
  return {
    ...subjectOf(purchase),
    basis: 'never_sent',
    targetStatus: 'failed',
    cause: { code: 'provider_unavailable', detail: reason },
    message: messages.failed(purchase.productType, 'The provider is not available for this order now.'),
  };
}

export function delivered({ productType }: Judged, delivery: Delivery) {
  return {
    targetStatus: 'success' as const,
    cause: { code: 'provider_delivered' as const, detail: null },
    message: messages.success(productType),
    costKobo: delivery.costKobo,
    delivered: goodsOf(delivery),
    evidence: evidenceOf(delivery),
    review: delivery.mismatch !== null,
  };
}

export function failed({ productType }: Judged, code: EndCause, rejection: Rejection) {
  return {
    targetStatus: 'failed' as const,
    cause: { code, detail: rejection.code },
    message: messages.failed(productType, rejection.reason),
    evidence: { refused_code: rejection.code },
  };
}

export const subjectOf = ({ id, attempt }: Pick<Judged, 'id' | 'attempt'>) => ({ id, attempt });

export const open = (answer: string, nextCheckMs: number | null) => ({
  targetStatus: 'open' as const,
  nextCheckMs,
  orderSeen: false,
  tokenAwaited: false,
  delivered: {},
  evidence: { answer },
  review: nextCheckMs === null,
});
