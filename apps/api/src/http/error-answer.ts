import { type ErrorCode, errorCatalog, type PublicCode } from '@topup/core/errors';
import { failureCodeOf, type PurchaseState, toPublicStatus } from '@topup/core/purchase';
import type { Response } from 'express';

/** What an error answer says to a program, in headers: its code, and where the code is explained. */
export const errorHeaders = (code: PublicCode): Record<string, string> => ({
  'X-Error-Code': code,
  Link: `</docs/errors#${code}>; rel="help"`,
});

/** The body of an error (specification 7.1). `detail`: the validator's text. */
export function errorBody(code: ErrorCode, detail: string | undefined): Record<string, string> {
  const { status, text: message } = errorCatalog[code];
  if (status === 401) return { message, error: 'unauthorized' };
  return { status: 'error', message, ...(detail === undefined ? {} : { error: detail }) };
}

/** Sets the headers of an error on the answer about a purchase, when that answer is 424. */
export function setFailureHeaders(
  response: Response,
  { status, causeCode }: Pick<PurchaseState, 'status' | 'causeCode'>,
) {
  if (toPublicStatus(status).statusCode === 424) response.set(errorHeaders(failureCodeOf(status, causeCode)));
}
