import { databaseFault, isDatabaseTrouble, type Log, maskPath } from '@topup/core/shared';
import { AccessEnded } from '@topup/core/user';
import type { Fault } from '@topup/dashboard-contract';
import { errorFields } from '@topup/runtime';
import type { ErrorRequestHandler } from 'express';
import { Refusal, signedOut } from './refusal';

/** The only place where an error becomes an answer. */
export function errorHandler({ log }: { log: Log }): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const refusal = error instanceof Refusal ? error : asRefusal(error);
    if (refusal.status >= 500) log.error('request failed', { path: maskPath(request.path), ...errorFields(error) });
    if (response.headersSent) return void response.destroy();
    const { status, code, message, fields } = refusal;
    response.status(status).json({ status: 'error', code, message, ...(fields && { fields }) } satisfies Fault);
  };
}

/** By why a user may not write, or no longer. */
const ENDED: Record<AccessEnded['why'], Refusal> = {
  signed_out: signedOut(),
  role_changed: new Refusal(403, 'role_changed', 'Your role has changed, so nothing was done. Reload the page.'),
  factor_stale: new Refusal(403, 'factor_needed', 'Confirm it’s you with an authentication code. Nothing was changed.'),
  account_suspended: new Refusal(403, 'account_suspended', 'This account is suspended. Nothing was changed.'),
};

/** The errors of core's `writeAs`, those that Express and its body parser throw, and those of the database. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof AccessEnded) return ENDED[error.why];
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return new Refusal(413, 'too_large', `This is too large. The limit is ${limitOf(error)}.`);
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Refusal(400, 'not_json', 'The body must be a JSON object.');
  if (databaseFault(error) === 'again')
    return new Refusal(503, 'busy', 'The database is busy right now. Try again shortly.');
  if (isDatabaseTrouble(error))
    return new Refusal(503, 'unavailable', 'The database is unavailable right now. Try again shortly.');
  return new Refusal(500, 'internal', 'Something went wrong on our side. Try again shortly.');
}

/** Returns the limit of the body parser, as text. */
function limitOf(error: unknown): string {
  const bytes = error instanceof Error && 'limit' in error ? Number(error.limit) : 16_384;
  return bytes < 1_048_576 ? `${bytes / 1_024} KiB` : `${bytes / 1_048_576} MiB`;
}
