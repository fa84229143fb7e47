import type { Operator } from '@topup/core';
import type { Response } from 'express';
import { signedInOf } from '../auth/signed-in';

/** Whose action this is to be recorded as. */
export function operatorOf(response: Response): Operator {
  const { userId, email } = signedInOf(response);
  return { userId, email };
}
