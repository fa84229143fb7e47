import type { Delivery, Rejection, RequeryOutcome, SendOutcome } from '../../provider/provider.port';
import { assertNever } from '../../shared/assert-never';
import type { Purchase } from '../purchase.store';
import type { DuePurchase } from '../requery/due.store';
import { messages } from '../status';
import type { Settlement } from './settle.store';

/** When to ask again and when to stop. All in milliseconds; offsets of `schedule` count from the send. */
export type RequeryRules = {
  schedule: readonly number[];
  notFoundMinCount: number;
  notFoundSpanMs: number;
  notFoundMinAgeMs: number;
  /** 0 ≤ random() < 1. */
  random(): number;
};

type Judged = Pick<Purchase, 'id' | 'productType' | 'result' | 'providerOrder'>;

/** What is to be recorded of a purchase after its one send. */
export function verdictOfSend(purchase: Judged, outcome: SendOutcome, rules: RequeryRules): Settlement {
  switch (outcome.kind) {
    case 'delivered':
      return delivered(purchase, 'answer', outcome, nextCheck(0, rules));
    case 'rejected':
      return failed(purchase, 'answer', 'provider_rejected', outcome);
    case 'unsent':
      return {
        id: purchase.id,
        goal: 'failed',
        ground: 'answer',
        cause: 'provider_unreachable',
        message: unreachable(purchase),
        result: { answer: outcome.reason },
      };
    case 'unknown':
      return {
        ...open(purchase, 'answer', outcome.reason, nextCheck(0, rules)),
        orderSeen: outcome.orderSeen,
        ...(outcome.refusal
          ? { refusedWith: outcome.refusal.code, result: { answer: outcome.reason, refusal: outcome.refusal } }
          : {}),
      };
    default:
      return assertNever(outcome);
  }
}

/** What is to be recorded after the provider was asked about a purchase whose outcome was unknown. */
export function verdictOfRequery(purchase: DuePurchase, outcome: RequeryOutcome, rules: RequeryRules): Settlement {
  const again = nextCheck(purchase.sinceSendMs ?? 0, rules);
  switch (outcome.kind) {
    case 'delivered':
      return delivered(purchase, 'requery', outcome, again);
    case 'rejected':
      if (wasDelivered(purchase)) return deniedAfterDelivery(purchase, outcome, again);
      return failed(purchase, 'requery', outcome.reversed ? 'provider_reversed' : 'provider_rejected', outcome);
    case 'refused':
      if (wasDelivered(purchase)) return deniedAfterDelivery(purchase, outcome, again);
      return outcome.code === purchase.refusedWith
        ? refusalConfirmed(purchase)
        : open(purchase, 'requery', `refused with ${outcome.code}`, again);
    case 'missing':
      return missing(purchase, rules, again);
    case 'open':
      return {
        ...open(purchase, 'requery', outcome.reason, again),
        orderSeen: true,
        review: outcome.stuck || again === null,
      };
    case 'unanswered':
      return open(purchase, 'requery', outcome.reason, again);
    default:
      return assertNever(outcome);
  }
}

/** A purchase that nobody sent in time: the money goes back, unless somebody has claimed it since. */
export function verdictOfNeverSent(purchase: Judged): Settlement {
  return {
    id: purchase.id,
    goal: 'refunded',
    ground: 'never_sent',
    cause: 'start_deadline',
    message: messages.refunded(purchase.productType),
  };
}

/**
 * Milliseconds from now to the next requery of something sent `sinceSendMs` ago: the next offset of the schedule, ±20 % of the way there; null when
 * the schedule is over.
 */
export function nextCheck(sinceSendMs: number, { schedule, random }: RequeryRules): number | null {
  const offset = schedule.find((at) => at > sinceSendMs);
  return offset === undefined ? null : Math.max(1, Math.round((offset - sinceSendMs) * (0.8 + random() * 0.4)));
}

function delivered(
  purchase: Judged,
  ground: 'answer' | 'requery',
  delivery: Delivery,
  again: number | null,
): Settlement {
  const { costKobo, providerTransactionId, mismatch, meter } = delivery;
  const result = {
    provider_transaction_id: providerTransactionId,
    ...(meter && { token: meter.token, units: meter.units, customer_name: meter.customerName, address: meter.address }),
    ...(meter?.bonusToken && { bonus_token: meter.bonusToken }),
    ...(mismatch === null ? {} : { mismatch }),
  };
  if (lacksToken(purchase, delivery)) {
    const awaited = open(purchase, ground, 'delivered, token awaited', again);
    const review = awaited.review === true || mismatch !== null;
    return { ...awaited, orderSeen: true, review, result: { ...awaited.result, ...result, token_awaited: true } };
  }
  return {
    id: purchase.id,
    goal: 'success',
    ground,
    cause: 'provider_delivered',
    message: messages.success(purchase.productType),
    costKobo,
    result,
    review: mismatch !== null,
  };
}

/** Prepaid electricity is worth nothing to the customer without its token: it is asked for until it comes. The money is spent all the same. */
const lacksToken = ({ productType, providerOrder }: Judged, { meter }: Delivery): boolean =>
  productType === 'ELECTRICITY' && providerOrder.variationCode === 'prepaid' && meter?.token == null;

/** Of an open purchase: it was, and only its token is missing. */
const wasDelivered = ({ result }: Judged): boolean => result.token_awaited === true;

/** First delivered without its token, then denied: who is right is for a person to find out. */
function deniedAfterDelivery(purchase: Judged, { code }: Rejection, again: number | null): Settlement {
  return { ...open(purchase, 'requery', `delivered, then refused with ${code}`, again), review: true };
}

function failed(
  purchase: Judged,
  ground: Settlement['ground'],
  cause: string,
  { code, reason }: Rejection,
): Settlement {
  return {
    id: purchase.id,
    goal: 'failed',
    ground,
    cause: `${cause}_${code}`,
    message: messages.failed(purchase.productType, reason),
    result: { refused_code: code },
  };
}

const unreachable = ({ productType }: Judged) => messages.failed(productType, 'The provider could not be reached.');

function open(purchase: Judged, ground: 'answer' | 'requery', answer: string, nextCheckMs: number | null): Settlement {
  return {
    id: purchase.id,
    goal: 'open',
    ground,
    cause: 'unknown',
    nextCheckMs,
    result: { answer },
    review: nextCheckMs === null,
  };
}

/** The send was refused, and the provider's own record agrees. A suspected duplicate also has to be the only open order for its recipient. */
function refusalConfirmed(purchase: DuePurchase): Settlement {
  const refusal = purchase.result.refusal as Rejection;
  return { ...failed(purchase, 'refusal', 'provider_refused', refusal), alone: refusal.fault === 'duplicate' };
}

/**
 * The provider knows no such order. That confirms a refusal. After a lost answer it refunds only when said often enough, over long enough, late enough,
 * and never when anything has shown the order, nor when it may have been sent under another reference.
 */
function missing(purchase: DuePurchase, rules: RequeryRules, again: number | null): Settlement {
  if ('quarantined' in purchase.result)
    return {
      ...open(purchase, 'requery', 'in quarantine, and not found under its likeliest reference', again),
      review: true,
    };
  if (purchase.orderSeen) return { ...open(purchase, 'requery', 'not found, though seen before', again), review: true };
  if (purchase.refusedWith !== null) return refusalConfirmed(purchase);
  if ((purchase.sinceSendMs ?? 0) < rules.notFoundMinAgeMs) return open(purchase, 'requery', 'not found yet', again);
  const enough =
    purchase.missingCount + 1 >= rules.notFoundMinCount && (purchase.missingSpanMs ?? 0) >= rules.notFoundSpanMs;
  if (enough) {
    return {
      id: purchase.id,
      goal: 'failed',
      ground: 'not_found',
      cause: 'provider_never_had_it',
      message: messages.failed(purchase.productType, 'The provider did not receive it.'),
      missingCount: purchase.missingCount,
    };
  }
  // spread evenly over the span and never early: jitter must not shorten the proof
  const step = (rules.notFoundSpanMs / (rules.notFoundMinCount - 1)) * (1 + rules.random() * 0.05);
  return { ...open(purchase, 'requery', 'not found', Math.ceil(step)), missing: true };
}
