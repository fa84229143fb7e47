import type { AuditActor } from '@topup/core/audit';
import type { Response } from 'express';
import { signedInOf } from '../auth/signed-in';

/** The signed-in operator, as the audit log names them. */
export function auditActorOf(response: Response): AuditActor {
  const { userId, email, sessionId, role, accountId } = signedInOf(response);
  return { userId, email, sessionId, role, accountId };
}
