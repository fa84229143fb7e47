import type { Actor, By, Origin } from '@topup/core/audit';
import type { Response } from 'express';
import { signedInOf } from '../auth/signed-in';

/** The signed-in user, as the audit log names them. */
function actorOf(response: Response): Extract<Actor, { kind: 'user' }> {
  const { userId, email, sessionId, role, accountId } = signedInOf(response);
  return { kind: 'user', userId, email, sessionId, role, accountId };
}

/** Where the request came from, and its id in the log. */
export const originOf = ({ req, locals }: Response): Origin => ({
  address: req.ip ?? null,
  requestId: locals.requestId ?? null,
});

export const byOf = (response: Response): By => ({ actor: actorOf(response), origin: originOf(response) });
