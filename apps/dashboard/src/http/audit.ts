import { type Actor, type By, type Origin, withAuditLog } from '@topup/core/audit';
import type { Db } from '@topup/core/shared';
import type { WriteOptions } from '@topup/core/user';
import type { Response } from 'express';
import { signedInOf } from '../auth/signed-in';

/** The signed-in user, as the audit log names them. */
export function actorOf(response: Response): Extract<Actor, { kind: 'user' }> {
  const { userId, email, sessionId, role, accountId } = signedInOf(response);
  return { kind: 'user', userId, email, sessionId, role, accountId };
}

/** Where the request came from, and its id in the log. */
export const originOf = ({ req, locals }: Response): Origin => ({
  address: req.ip ?? null,
  requestId: locals.requestId ?? null,
});

export const byOf = (response: Response): By => ({ actor: actorOf(response), origin: originOf(response) });

/**
 * `withAuditLog` for what moves money or trust: a user who has a second factor must have proved it in this session in
 * the last five minutes.
 * @throws AccessEnded
 */
export const withFreshFactor = <T>(
  db: Db,
  response: Response,
  work: Parameters<typeof withAuditLog<T>>[3],
  options: WriteOptions = {},
): Promise<T> => withAuditLog(db, actorOf(response), originOf(response), work, { ...options, fresh: true });
