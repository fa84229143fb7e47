import type { RequeryOutcome } from '@topup/core/provider';
import { requeryByHand } from '@topup/core/purchase';
import { assertNever } from '@topup/core/shared';
import type { Requeried } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { change } from '../../http/change';
import { requestedPurchase } from './requested-purchase';

/** Asks the provider about a purchase now, and lets a worker ask too, which alone records an outcome. */
export const requery = ({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler =>
  change({
    of: (request) => requestedPurchase(db, request),
    make: (_, by, { id, reference: requestRef }) => requeryByHand({ db, ...operator.requery }, by, { id, requestRef }),
    answer: ({ outcome, status, isFinal }): Requeried => {
      return { status, answer: `${answerLabel(outcome)}${isFinal ? '' : ` ${RECORDED_BY_WORKER}`}` };
    },
  });

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
