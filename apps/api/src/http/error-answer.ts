import { type ErrorCode, errorCatalog, type PublicCode } from '@topup/core/errors';

/** Returns the headers that tell a program about an error: its code, and where the code is explained. */
export const errorHeaders = (code: PublicCode): Record<string, string> => ({
  'X-Error-Code': code,
  Link: `</docs/errors#${code}>; rel="help"`,
});

/** Routes match in any case, and with a slash at the end. */
const PURCHASE = /\/purchase\/?$/i;

type Answered = { code: ErrorCode; detail?: string | undefined; fact?: string | undefined };

/** The body of an error (specification 7.1). `path`: what was asked for. */
export function errorBody({ code, detail, fact }: Answered, path: string): Record<string, string> {
  const { status, text, ofPurchase } = errorCatalog[code];
  const more = PURCHASE.test(path) ? ofPurchase : undefined;
  const message = [text, fact, more].filter((sentence) => sentence !== undefined).join(' ');
  if (status === 401) return { message, error: 'unauthorized' };
  return { status: 'error', message, ...(detail === undefined ? {} : { error: detail }) };
}
