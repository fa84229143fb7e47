import type { AuditActor } from '@topup/core/audit';
import type { Response } from 'express';
import { signedInOf } from '../auth/signed-in';

/** Whose action this is to be recorded as. */
export function operatorOf(response: Response): AuditActor {
  const { userId, email } = signedInOf(response);
  return { userId, email };
}
