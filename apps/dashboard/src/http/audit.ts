import type { Actor, By, Origin } from '@topup/core/audit';
import type { Response } from 'express';
import { signedInOf } from '../auth/signed-in';

/** The signed-in user, as the audit log names them. */
export function actorOf(response: Response): Extract<Actor, { kind: 'user' }> {
  const { userId, email, sessionId, role, accountId } = signedInOf(response);
  return { kind: 'user', userId, email, sessionId, role, accountId };
}

/** Where the request came from, and its id in the log. */
export function originOf({ req, locals }: Response): Origin {
  const address = req.ip?.replace(/^::ffff:/, '') ?? null;
  return { address, requestId: locals.requestId ?? null };
}

export const byOf = (response: Response): By => ({ actor: actorOf(response), origin: originOf(response) });
