import type { RequeryOutcome } from '@topup/core/provider';
import { type Decision, type Evidence, requeryByHand, settleByHand } from '@topup/core/purchase';
import { listPurchaseCandidates, type PurchaseCandidate } from '@topup/core/reporting';
import { assertNever, type Db, isOneLine } from '@topup/core/shared';
import type { Requeried, Settled } from '@topup/dashboard-contract';
import type { Request, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { serveChange } from '../../http/change';
import { line, readQuery } from '../../http/read-fields';
import { notFound, refusalOf } from '../../http/refusal';
import { approvalNote, keyChangeTokens, token, uuid } from '../operator.input';

const ASKED = Joi.object<{ account?: string; token: boolean }>({
  account: uuid.optional(),
  token: Joi.boolean().default(false),
});

type Requested = PurchaseCandidate & { reference: string; token: boolean };

/**
 * The purchase of a request to /purchases/:reference?account=<id>. The account is needed only when several accounts
 * have a purchase with that reference. `token`: whether the token is asked for in full.
 * @throws Refusal 404 when there is none; 409 `several_purchases`, which names the accounts
 */
export async function requestedPurchase(db: Db, request: Request): Promise<Requested> {
  const { account: accountId = null, token } = readQuery(ASKED, request);
  const reference = String(request.params.reference);
  if (!isOneLine(reference)) throw notFound('purchase');
  const candidates = await listPurchaseCandidates(db, reference, { accountId, limit: 4 });
  const [found] = candidates;
  if (found === undefined) throw notFound('purchase');
  const accounts = candidates.map(({ account }) => account);
  if (accounts.length > 1) throw refusalOf({ kind: 'several_purchases', reference, accounts });
  return { ...found, reference, token };
}

type Given = { decision: Decision; approvalNote?: string } & Evidence;

const GIVEN = Joi.object<Given>({
  decision: Joi.valid('success', 'refund').required(),
  note: line,
  token: token.optional(),
  keyChangeTokens: keyChangeTokens.optional(),
  bonusToken: token.optional(),
  approvalNote,
});

export function serveDecisions(router: Router, { db, operator }: Pick<Deps, 'db' | 'operator'>): void {
  // asks the provider about a purchase now, and lets a worker ask too, which alone records an outcome
  serveChange(router, '/purchases/:reference/requery', {
    of: (request) => requestedPurchase(db, request),
    make: (_, by, { id, reference: requestRef }) => requeryByHand({ db, ...operator.requery }, by, { id, requestRef }),
    answer: ({ outcome, status, isFinal }): Requeried => {
      return { status, answer: `${answerLabel(outcome)}${isFinal ? '' : ` ${RECORDED_BY_WORKER}`}` };
    },
  });
  // settles a purchase: `success`, the customer has the value; `refund`, the money goes back
  serveChange(router, '/purchases/:reference/settle', {
    of: (request) => requestedPurchase(db, request),
    body: GIVEN,
    make: ({ approvalNote, ...given }, by, { id, reference: requestRef }) =>
      // the dialog says what it means to give none
      settleByHand(db, by, { id, requestRef }, { ...given, withoutToken: true }, approvalNote),
    answer: (settled): Settled => {
      if (settled.kind === 'settled') enqueueFollowUps(operator, settled);
      return { status: settled.status, changed: settled.kind === 'settled' };
    },
  });
}

/** After the commit. A lost job costs some seconds, until the sweeper finds the rows. */
export function enqueueFollowUps(
  { enqueueEvent, enqueueNotification }: Deps['operator'],
  { eventId, notificationId }: { eventId: string | null; notificationId: string | null },
): void {
  if (eventId !== null) enqueueEvent(eventId);
  if (notificationId !== null) enqueueNotification(notificationId);
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
