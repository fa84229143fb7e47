import { AppError, errorCatalog } from '@topup/core/errors';
import { isDatabaseTrouble, type Log } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';
import type { ErrorRequestHandler } from 'express';
import { errorBody, errorHeaders } from './error-answer';
import { logFieldsOf } from './request-context';

/** Turns every error into an answer. Nothing else maps errors to HTTP. */
export function errorHandler({ log }: { log: Log }): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const appError = error instanceof AppError ? error : toAppError(error);
    const { status } = errorCatalog[appError.code];
    if (status >= 500)
      log.error('request failed', {
        ...logFieldsOf(response),
        code: appError.code,
        ...errorFields(appError.cause ?? appError),
      });
    if (response.headersSent) return void response.destroy();
    const comeAgain = status === 429 || appError.code === 'unavailable';
    if (comeAgain && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', '1');
    if (status === 415) response.setHeader('Accept-Encoding', 'identity');
    if (status === 401) response.setHeader('WWW-Authenticate', challenge(request.headers.authorization));
    response.status(status).set(errorHeaders(appError.code)).json(errorBody(appError, request.path));
  };
}

/** RFC 6750, section 3.1: an error is named only to a client that has sent a token. */
const challenge = (authorization: string | undefined): string =>
  /^Bearer +[^ ]/i.test(authorization ?? '') ? 'Bearer error="invalid_token"' : 'Bearer';

/** Maps the errors that Express and its body reader throw themselves, and those of the database. */
function toAppError(error: unknown): AppError {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (error instanceof URIError) return new AppError('malformed_request', undefined, { cause: error });
  if (type === 'entity.too.large') return new AppError('body_too_large', undefined, { cause: error });
  if (type === 'encoding.unsupported') return new AppError('unsupported_encoding', undefined, { cause: error });
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AppError('body_not_json', undefined, { cause: error });
  return new AppError(isDatabaseTrouble(error) ? 'unavailable' : 'internal', undefined, { cause: error });
}
