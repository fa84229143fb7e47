import { type Decision, type Evidence, settleByHand } from '@topup/core/purchase';
import type { Settled } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { change } from '../../http/change';
import { line } from '../../http/read-fields';
import { approvalNote, keyChangeTokens, token } from '../operator.input';
import { requestedPurchase } from './requested-purchase';

type Given = { decision: Decision; approvalNote?: string } & Evidence;

const GIVEN = Joi.object<Given>({
  decision: Joi.valid('success', 'refund').required(),
  note: line,
  token: token.optional(),
  keyChangeTokens: keyChangeTokens.optional(),
  bonusToken: token.optional(),
  approvalNote,
});

/**
 * Settles a purchase by an operator's decision: `success`, the customer has the value; `refund`, the money goes back.
 */
export const settlePurchase = ({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler =>
  change({
    of: (request) => requestedPurchase(db, request),
    body: GIVEN,
    make: ({ approvalNote, ...given }, by, { id, reference: requestRef }) =>
      settleByHand(db, by, { id, requestRef }, given, approvalNote),
    answer: (settled): Settled => {
      if (settled.kind === 'settled') enqueueFollowUps(operator, settled);
      return { status: settled.status, changed: settled.kind === 'settled' };
    },
  });

/** After the commit. A lost job costs some seconds, until the sweeper finds the rows. */
export function enqueueFollowUps(
  { enqueueEvent, enqueueNotification }: Deps['operator'],
  { eventId, notificationId }: { eventId: string | null; notificationId: string | null },
): void {
  if (eventId !== null) enqueueEvent(eventId);
  if (notificationId !== null) enqueueNotification(notificationId);
}
