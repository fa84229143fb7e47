import type { RequeryOutcome } from '@topup/core/provider';
import { requeryByHand } from '@topup/core/purchase';
import { assertNever } from '@topup/core/shared';
import type { Requeried } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { done } from '../../http/refusal';
import { requestedPurchase } from './requested-purchase';

/** Asks the provider about a purchase now, and lets a worker ask too, which alone records an outcome. */
export function requery({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler {
  return async (request, response) => {
    const { id, reference: requestRef } = await requestedPurchase(db, request);
    const requeried = await requeryByHand({ db, ...operator.requery }, byOf(response), { id, requestRef });
    const { outcome, status, isFinal } = done(requeried);
    const answer = `${answerLabel(outcome)}${isFinal ? '' : ` ${RECORDED_BY_WORKER}`}`;
    response.json({ status, answer } satisfies Requeried);
  };
}

const RECORDED_BY_WORKER = 'A worker also checks it within seconds and records the outcome.';

function answerLabel(outcome: RequeryOutcome): string {
  switch (outcome.kind) {
    case 'delivered':
      return outcome.mismatch === null
        ? 'Delivered by the provider.'
        : `Delivered by the provider, but not as ordered: ${outcome.mismatch}.`;
    case 'rejected':
      return `${outcome.reversed ? 'Reversed' : 'Refused'} by the provider (code ${outcome.code}): ${outcome.reason}`;
    case 'refused':
      return `Refused by the provider (code ${outcome.code}): ${outcome.reason}`;
    case 'missing':
      return 'The provider has no such order.';
    case 'open': {
      const asks = outcome.stuck ? ' The provider asks for a manual review.' : '';
      return `Still pending at the provider: ${outcome.reason}.${asks}`;
    }
    case 'unanswered':
      return `The provider did not answer: ${outcome.reason}.`;
    default:
      return assertNever(outcome);
  }
}
